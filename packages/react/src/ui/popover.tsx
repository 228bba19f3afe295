import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useBrowserLayoutEffect, useLatest } from '../hooks/use-latest.ts';

interface PopoverProps {
  /** What it belongs to: it stands below this, or above where there is more room. */
  anchor: HTMLElement;
  label: string;
  role: 'menu' | 'dialog';
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

/** In pixels: between the anchor and the popover, and around it. */
const GAP = 4;
const MARGIN = 8;

/**
 * Something that opens over the page, and closes on Escape, a press beside it, or when the focus leaves it. The first control in it gets the
 * focus, and gives it back to the anchor.
 */
export function Popover({ anchor, label, role, className = '', onClose, children }: PopoverProps) {
  const element = useRef<HTMLDivElement>(null);
  const close = useLatest(onClose);
  useBrowserLayoutEffect(() => {
    const { current: popover } = element;
    if (popover === null) return;
    popover.showPopover();
    const place = () => placeAt(popover, anchor);
    place();
    focusables(popover)[0]?.focus({ preventScroll: true });
    const sizes = new ResizeObserver(place);
    sizes.observe(popover);
    const toggled = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close();
    };
    let isClosing = false;
    // (In a shadow tree, browsers do not do it themselves.)
    const closing = (event: Event) => {
      isClosing = (event as ToggleEvent).newState === 'closed';
      if (isClosing && popover.matches(':focus-within')) anchor.focus({ preventScroll: true });
    };
    // It would cover what has the focus now.
    const left = ({ relatedTarget }: FocusEvent) => {
      if (!isClosing && relatedTarget instanceof Node && !popover.contains(relatedTarget))
        popover.hidePopover();
    };
    popover.addEventListener('beforetoggle', closing);
    popover.addEventListener('toggle', toggled);
    popover.addEventListener('focusout', left);
    addEventListener('resize', place);
    return () => {
      // (The chosen action may have moved the focus elsewhere, or may still do so.)
      if (popover.matches(':focus-within')) anchor.focus({ preventScroll: true });
      sizes.disconnect();
      removeEventListener('resize', place);
      popover.removeEventListener('beforetoggle', closing);
      popover.removeEventListener('toggle', toggled);
      popover.removeEventListener('focusout', left);
    };
  }, [anchor, close]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The browser would do it, but tell us later: until then, a press of the anchor would not open it again.
      event.preventDefault();
      element.current?.hidePopover();
      onClose();
    } else if (role === 'menu') {
      // (The focus goes to the anchor, and from there to the next control.)
      if (event.key === 'Tab') element.current?.hidePopover();
      else moveAmong(event, element.current);
    }
  };
  return (
    // biome-ignore lint/a11y: it has one of two roles, which allow both
    <div
      ref={element}
      popover="auto"
      role={role}
      aria-label={label}
      className={`pv-popover ${className}`}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/** Below its anchor or above it, and on the screen. */
function placeAt(popover: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const isRtl = getComputedStyle(popover).direction === 'rtl';
  const below = innerHeight - bottom - GAP - MARGIN;
  const y = height <= below || below >= top ? bottom + GAP : top - GAP - height;
  const x = isRtl ? right - width : left;
  const within = (wanted: number, size: number, room: number) =>
    Math.max(MARGIN, Math.min(wanted, room - size - MARGIN));
  popover.style.left = `${within(x, width, innerWidth)}px`;
  popover.style.top = `${within(y, height, innerHeight)}px`;
}

const focusables = (element: HTMLElement) => [
  ...element.querySelectorAll<HTMLElement>('button:not(:disabled), input, [tabindex="0"]'),
];

/** Arrow keys, Home and End move the focus among the controls of an element. */
export function moveAmong(event: KeyboardEvent, element: HTMLElement | null): void {
  const controls = element === null ? [] : focusables(element);
  const at = controls.indexOf(event.target as HTMLElement);
  const { length } = controls;
  const next = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1 + length,
    ArrowLeft: at - 1 + length,
    Home: 0,
    End: length - 1,
  }[event.key];
  if (next === undefined || at === -1) return;
  event.preventDefault();
  controls[next % length]?.focus();
}
