// @ts-check
/** Handing in: a file may be dropped on its form, and its ending chooses the language. Without this the form works as it is. */

/** @param {HTMLFormElement} form */
const drops = (form) => {
  const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("file"));
  const language = /** @type {HTMLSelectElement} */ (form.elements.namedItem("language"));
  const rule = form.querySelector("#file-rule");

  /** The first standard of the language, unless one of it is chosen. */
  const guess = () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const ending = /\.[^.]*$/.exec(chosen.name.toLowerCase())?.[0] ?? "";
    const fits = [...language.options].filter((one) => (one.dataset.endings ?? "").split(" ").includes(ending));
    if (fits.length && !fits.some((one) => one.selected)) fits[0].selected = true;
    rule?.classList.toggle("warn", chosen.size > Number(form.dataset.drop));
  };
  file.addEventListener("change", guess);
  form.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("drop");
  });
  form.addEventListener("dragleave", () => form.classList.remove("drop"));
  form.addEventListener("drop", (event) => {
    form.classList.remove("drop");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    file.files = event.dataTransfer.files;
    guess();
  });
};

for (const form of document.querySelectorAll("form[data-drop]")) if (form instanceof HTMLFormElement) drops(form);
