// Sets the chosen theme before the page is painted.
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* storage may be forbidden: the system's theme stays */ }
