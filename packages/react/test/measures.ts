import type { Page } from 'playwright-core';

/** What can be pressed, or written in. */
const CONTROLS =
  'button:not(:disabled), a[href], input:not([type=file]), select, textarea, summary, [role=option], [tabindex="0"]';

/** Controls, in words, that are smaller than this in one direction. Controls in a line of text, and the players of the browser, do not count. */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate(
    ([controls, px]) =>
      [...document.querySelectorAll<HTMLElement>(controls)].flatMap((one) => {
        if (
          !one.checkVisibility({ visibilityProperty: true }) ||
          one.closest('.pv-text') !== null ||
          one.matches('video, pre, [role=log]')
        )
          return [];
        const { width, height, left, top } = (one.closest('label') ?? one).getBoundingClientRect();
        if (left >= innerWidth || top >= innerHeight || left + width <= 0 || top + height <= 0) return [];
        // Its hit area may be larger than what it shows.
        const area = getComputedStyle(one, '::after');
        const isLarger = area.content !== 'none' && area.position === 'absolute';
        const size = [
          Math.max(width, isLarger ? Number.parseFloat(area.width) : 0),
          Math.max(height, isLarger ? Number.parseFloat(area.height) : 0),
        ];
        // (A little less is what the layout rounds away. A link in a sentence only needs the height of its line: WCAG 2.5.8.)
        const isInline = px < 44 && one.matches('p .pv-link');
        const isFine = isInline || size.every((pixels) => pixels > px - 0.5);
        return isFine ? [] : [`${one.outerHTML.slice(0, 120)} ${size.map(Math.round).join(' × ')}`];
      }),
    [CONTROLS, least] as const,
  );
}

/** Fields with smaller text: phones enlarge the page when such a field gets the focus. */
export function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, select, textarea')]
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) &&
          Number.parseFloat(getComputedStyle(one).fontSize) < 16,
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
}

/** What is wider than its place: the page, or something in it that people cannot scroll. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('.pv *')].flatMap((one) => {
      const { overflowX, textOverflow } = getComputedStyle(one);
      const isCut = overflowX !== 'visible' && overflowX !== 'auto' && textOverflow !== 'ellipsis';
      if (!(isCut || one === document.documentElement) || !one.checkVisibility({ visibilityProperty: true }))
        return [];
      if (one.matches('.pv-unseen, input, textarea, .pv-emoji button')) return [];
      const by = one.scrollWidth - one.clientWidth;
      return by <= 1 ? [] : [`${one.outerHTML.slice(0, 120)} by ${by}`];
    }),
  );
}

/** Controls that cannot be brought into sight: no scrolling shows them, or something else covers them. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    const within = dialogs.at(-1) ?? [...document.querySelectorAll(':popover-open')].at(-1) ?? document;
    return [...within.querySelectorAll<HTMLElement>(controls)].flatMap((one) => {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.matches('[role=log]')) return [];
      one.scrollIntoView({ block: 'center', inline: 'center' });
      const shown = one.closest('label') ?? one;
      const { left, top, width, height } = shown.getBoundingClientRect();
      const isHit = [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const hit = document.elementFromPoint(left + x * width, top + y * height);
          return hit !== null && (shown.contains(hit) || one.contains(hit));
        }),
      );
      return isHit ? [] : [one.outerHTML.slice(0, 120)];
    });
  }, CONTROLS);
}

/** Elements that cut off their text, without saying so by an ellipsis. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.pv *')].flatMap((one) => {
      const { overflow, overflowY, textOverflow } = getComputedStyle(one);
      if (
        !one.checkVisibility({ visibilityProperty: true }) ||
        one.matches('.pv-unseen, textarea, input, select, svg *')
      )
        return [];
      if (
        overflow === 'visible' ||
        overflowY === 'auto' ||
        one.matches('.pv-hit-text, .pv-waveform, .pv-emoji button')
      )
        return [];
      const isNarrow = textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1;
      return isNarrow || one.scrollHeight > one.clientHeight + 1
        ? [`${one.outerHTML.slice(0, 160)} ${one.scrollHeight} in ${one.clientHeight}`]
        : [];
    }),
  );
}

/** Whether the element with the focus shows that, and is in sight. */
export function focusFault(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { activeElement: one } = document;
    // (A video shows which of its controls has the focus.)
    if (!(one instanceof HTMLElement) || one === document.body || one.matches('video')) return undefined;
    // A field in a line, or over a picture, has its mark around both.
    const marked = [one, one.parentElement, one.closest('.pv-composer-line, .pv-search-field')];
    const isMarked = marked.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      return isOutlined || (element !== one && boxShadow !== 'none');
    });
    const { left, top, width, height } = one.getBoundingClientRect();
    const isSeen = [0.02, 0.5, 0.98].some((x) =>
      [0.02, 0.5, 0.98].some((y) => {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        return hit !== null && (one.contains(hit) || hit.contains(one));
      }),
    );
    const what = one.outerHTML.slice(0, 120);
    if (!isMarked) return `no mark of the focus: ${what}`;
    return isSeen ? undefined : `out of sight: ${what}`;
  });
}

/** What keeps people from reading the end of the open thread and writing under it without scrolling: faults in words. */
export function chatFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const list = document.querySelector('[role=log]')?.getBoundingClientRect();
    const composer = document.querySelector('.pv-composer')?.getBoundingClientRect();
    const last = [...document.querySelectorAll('[role=log] article')].at(-1);
    if (list === undefined || composer === undefined || last === undefined) return ['no thread'];
    const { left, top, bottom, width, height } = last.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const { scrollWidth, scrollHeight } = document.documentElement;
    const holds: Record<string, boolean> = {
      [`the list is ${Math.round(list.width)} × ${Math.round(list.height)}`]:
        list.width >= 300 && list.height >= 300,
      'the last message is not in sight': last.contains(hit),
      'the last message is cut': top >= list.top && bottom <= list.bottom,
      'the composer is not under the messages':
        composer.top >= list.bottom - 1 && composer.left < list.right && composer.right > list.left,
      'the composer is not whole in the window':
        composer.bottom <= innerHeight && composer.right <= innerWidth,
      'the page scrolls': scrollWidth <= innerWidth && scrollHeight <= innerHeight,
    };
    return Object.keys(holds).filter((fault) => !holds[fault]);
  });
}
