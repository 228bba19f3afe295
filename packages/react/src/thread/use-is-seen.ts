import { useEffect, useState } from 'react';

/** Whether the page is in front and this element is visible: on a phone another pane may cover it. */
export function useIsSeen(element: HTMLElement | null): boolean {
  const [isInFront, setIsInFront] = useState(false);
  const [isInSight, setIsInSight] = useState(false);
  useEffect(() => {
    const look = () => setIsInFront(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setIsInSight(entries.at(-1)?.isIntersecting === true),
    );
    if (element !== null) observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return element !== null && isInFront && isInSight;
}
