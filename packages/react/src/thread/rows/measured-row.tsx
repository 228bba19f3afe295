import { type ReactNode, useRef } from 'react';
import { useBrowserLayoutEffect } from '../../hooks/use-latest.ts';
import type { ListScroll } from './list-scroll.ts';

/** A row of a list, which knows its height. */
export function MeasuredRow({
  id,
  scroll,
  children,
}: {
  id: string;
  scroll: ListScroll;
  children: ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  useBrowserLayoutEffect(() => {
    if (element.current !== null) return scroll.add(id, element.current);
  }, [id, scroll]);
  return (
    <div ref={element} data-row={id} className="pv-row">
      {children}
    </div>
  );
}
