// @ts-check
/** A text that one button copies. A site without TLS has no clipboard for scripts, so the text is selected and copied as by hand. */

for (const text of document.querySelectorAll("[data-copies]")) {
  if (!(text instanceof HTMLElement)) continue;
  const button = document.createElement("button");
  button.className = "quiet";
  button.type = "button";
  button.textContent = text.dataset.copies ?? "";
  button.addEventListener("click", () => {
    getSelection()?.selectAllChildren(text);
    // What cannot be copied stays selected.
    if (document.execCommand("copy")) button.textContent = text.dataset.copied ?? "";
  });
  text.before(button);
}
