/** The element with the focus in the tree of this one, which can be a shadow tree. */
export function focusedIn(element: Element): Element | null {
  return (element.getRootNode() as Document | ShadowRoot).activeElement;
}
