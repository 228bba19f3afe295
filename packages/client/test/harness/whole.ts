import type { Page } from 'playwright-core';

/** An element that users look at. */
const LEAST = { width: 300, height: 300 };

/**
 * Says what keeps users from seeing the whole element: it is smaller than `least`, it is not in the window, or something lies over one of its
 * corners. Empty if nothing does.
 */
export function whatHides(page: Page, selector: string, least = LEAST): Promise<string[]> {
  return page.locator(selector).evaluate((element, { width, height }) => {
    const box = element.getBoundingClientRect();
    const { left, right, top, bottom } = box;
    if (box.width < width || box.height < height) return [`it has ${box.width} × ${box.height}`];
    // (Half a pixel is a matter of rounding.)
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      return [`it is at ${left}–${right} × ${top}–${bottom} of ${innerWidth} × ${innerHeight}`];
    const [near, far] = [
      { x: left + 4, y: top + 4 },
      { x: right - 4, y: bottom - 4 },
    ];
    const corners = [near, far, { x: near.x, y: far.y }, { x: far.x, y: near.y }];
    const over = corners.map(({ x, y }) => document.elementFromPoint(x, y));
    return over
      .filter((one) => one !== element && !element.contains(one))
      .map((one) => `over it lies ${one?.outerHTML.slice(0, 80)}`);
  }, least);
}
