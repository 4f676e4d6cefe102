// @ts-check
/** Who has signed in, in the head of every page, and where they stand in the event of a page: the pages themselves are the
 * same bytes for everybody. */
const link = document.querySelector('.tools a[href="/sign-in"]'), mine = /** @type {HTMLElement | null} */ (document.querySelector("[data-mine]"));
if (link instanceof HTMLAnchorElement && /(^|; )lt-in=1/.test(document.cookie)) {
  const answer = await fetch(mine ? `/me?event=${mine.dataset.mine}` : "/me", { redirect: "manual" }).catch(() => undefined);
  if (answer?.ok) {
    /** @type {{ name: string, place?: string }} */
    const { name, place } = await answer.json();
    const bdi = document.createElement("bdi");
    bdi.textContent = name;
    link.replaceChildren(bdi);
    link.href = "/account";
    if (mine && place) mine.textContent = place;
  }
}
export {};
