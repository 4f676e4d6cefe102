// @ts-check
/**
 * What was typed is not lost where a session has ended meanwhile: it waits in this tab while its writer signs in, and stands in
 * the form again. Any other page forgets it, so that nobody finds it who sits down at this machine later.
 */

const KEPT = "typed";
/** On the way from a form back to it. */
const ON_THE_WAY = ["/sign-in", "/first"];

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */
/** @typedef {{ at: string, who: string | undefined, typed: Record<string, string>, away?: boolean }} Kept */

/** Fields with words in them. @param {HTMLFormElement} form */
const fieldsOf = (form) =>
  /** @type {Field[]} */ ([...form.querySelectorAll("input, select, textarea")]).filter(
    (field) => field.name && !["hidden", "file", "password", "radio", "checkbox"].includes(field.type),
  );

/** Does it say anything else than when its page came? @param {Field} field */
const isChanged = (field) =>
  field instanceof HTMLSelectElement
    ? [...field.options].some((one) => one.selected !== one.defaultSelected)
    : field.value !== field.defaultValue;

/** @returns {Kept | null} */
const found = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  } catch {
    // This browser keeps nothing.
    return null;
  }
};
/** @param {Kept | null} what */
const keep = (what) => {
  try {
    sessionStorage.removeItem(KEPT);
    if (what) sessionStorage.setItem(KEPT, JSON.stringify(what));
  } catch {
    // Nor more than there is room for: it is sent all the same.
  }
};
const kept = found();
keep(kept && ON_THE_WAY.includes(location.pathname) ? { ...kept, away: true } : null);

for (const form of document.querySelectorAll("form[data-who]")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const at = location.pathname, { who } = form.dataset;
  const before = kept?.at === at && kept.who === who ? kept : undefined;
  // What the server gives back goes before what waits here, and what nobody had changed may be otherwise by now.
  if (before?.away) for (const field of fieldsOf(form)) field.value = before.typed[field.name] ?? field.value;
  form.addEventListener("submit", () => {
    const changed = fieldsOf(form).filter(isChanged).map((field) => [field.name, field.value]);
    keep({ at, who, typed: { ...before?.typed, ...Object.fromEntries(changed) } });
  });
}
