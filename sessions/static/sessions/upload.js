// Says that a file is too large as soon as it is chosen, before a slow line has carried it for nothing.

const field = document.querySelector("input[type=file][data-most]");

function look() {
  const [file] = field.files;
  field.setCustomValidity(file && file.size > Number(field.dataset.most) ? field.dataset.tooLarge : "");
  field.reportValidity();
}

field?.addEventListener("change", look);
