// @ts-check
/**
 * A form that is checked while it is filled in: what its server would say stands beside each field. A date and time can be chosen
 * as well as typed.
 */

/** So long after the last key the form is asked about. */
const REST = 500;

/** @param {HTMLFormElement} form */
const follow = (form) => {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  let asked = 0;
  /** @type {Set<string>} */
  const touched = new Set();
  const check = async () => {
    const now = ++asked, fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
    fields.set("do", "look");
    const answer = await fetch(form.action, { method: "POST", body: fields }).catch(() => null);
    // Signed out, say: the button tells.
    if (!answer || ![200, 422].includes(answer.status) || now !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const field of form.querySelectorAll("[data-checked]")) {
      const said = page.getElementById(field.id), input = document.getElementById(field.id.replace(/-what$/, ""));
      if (!said || !input) continue;
      if (field.innerHTML !== said.innerHTML) field.innerHTML = said.innerHTML;
      // What nobody has come to yet is not wrong.
      const wrong = said.querySelector(".trouble") !== null && (touched.has(input.id) || "value" in input && input.value !== "");
      if (wrong) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      if (!wrong) field.querySelectorAll(".trouble").forEach((one) => one.remove());
    }
  };
  form.addEventListener("input", (event) => {
    if (event.target instanceof HTMLElement) touched.add(event.target.id);
    clearTimeout(waiting);
    waiting = setTimeout(check, REST);
  });
};

for (const form of document.querySelectorAll("form[data-checks]")) {
  if (form instanceof HTMLFormElement) follow(form);
}

/** @param {HTMLInputElement} field */
const choose = (field) => {
  const chosen = document.createElement("input");
  chosen.type = "datetime-local";
  chosen.setAttribute("aria-label", field.dataset.chooses ?? "");
  const [, day, time = ""] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)/.exec(field.value) ?? [];
  if (day && time < "24") chosen.value = `${day}T${time}`;
  chosen.addEventListener("change", () => {
    field.value = chosen.value.replace("T", " ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.after(chosen);
};

for (const field of document.querySelectorAll("[data-chooses]")) {
  if (field instanceof HTMLInputElement) choose(field);
}
