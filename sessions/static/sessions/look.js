// Sets how this phone shows the tables' pages, before the page is painted.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("look") ?? "{}"));
} catch { /* storage may be forbidden: the usual look stays */ }
