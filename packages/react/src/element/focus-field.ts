/** Gives the focus to the message field of a shadow tree as soon as it is there, unless the user has moved the focus by then. */
export function focusField(shadow: ShadowRoot, options: FocusOptions | undefined): void {
  const { activeElement: before } = document;
  const focus = () => {
    const field = shadow.querySelector('textarea');
    const isMoved = ![before, document.body, null].includes(document.activeElement);
    if (!isMoved) field?.focus(options);
    return isMoved || field !== null;
  };
  if (focus()) return;
  const changes = new MutationObserver(() => {
    if (focus()) changes.disconnect();
  });
  changes.observe(shadow, { childList: true, subtree: true });
}
