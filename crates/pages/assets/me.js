// @ts-check
/** Who has signed in, in the head of every page: the pages themselves are the same bytes for everybody. */
const link = document.querySelector('.tools a[href="/sign-in"]');
if (link instanceof HTMLAnchorElement && /(^|; )lt-in=1/.test(document.cookie)) {
  const answer = await fetch("/me", { redirect: "manual" }).catch(() => undefined);
  if (answer?.ok) {
    /** @type {{ name: string }} */
    const { name } = await answer.json();
    const bdi = document.createElement("bdi");
    bdi.textContent = name;
    link.replaceChildren(bdi);
    link.href = "/account";
  }
}
export {};
