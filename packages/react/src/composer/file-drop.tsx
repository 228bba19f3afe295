import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../hooks/use-latest.ts';
import { useTexts } from '../texts/language.ts';
import { useReport } from '../ui/notices.tsx';
import { droppedFiles, hasFiles } from './received-files.ts';

type DragEventType = 'dragenter' | 'dragleave' | 'dragover' | 'drop';

interface FileDropProps {
  /** The element that files can be dragged onto. It contains this component. */
  place: HTMLElement | null;
  onFiles: (files: readonly File[]) => Promise<void>;
}

/**
 * Takes files that are dragged onto an element. While they are over it, a target covers the element, so that the pointer stays
 * over one and the same thing as it moves.
 */
export function FileDrop({ place, onFiles }: FileDropProps) {
  const target = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const report = useReport();
  const texts = useTexts();
  const drop = useLatest((data: DataTransfer) => {
    const { files, hasFolders } = droppedFiles(data);
    const add = async () => {
      if (files.length > 0) await onFiles(files);
      if (hasFolders) throw new Error(texts.noFolders);
    };
    report(add());
  });
  useEffect(() => {
    const leaving = new AbortController();
    const on = (type: DragEventType, run: (data: DataTransfer, event: DragEvent) => void) =>
      place?.addEventListener(
        type,
        (event) => {
          const { dataTransfer: data } = event;
          if (data !== null && hasFiles(data)) run(data, event);
        },
        leaving,
      );
    on('dragenter', () => setIsOver(true));
    // The elements below the target are left as well, when it appears.
    on('dragleave', (_, event) => event.target === target.current && setIsOver(false));
    on('dragover', (data, event) => {
      event.preventDefault();
      data.dropEffect = 'copy';
    });
    on('drop', (data, event) => {
      event.preventDefault();
      setIsOver(false);
      drop(data);
    });
    return () => leaving.abort();
  }, [place, drop]);
  if (!isOver) return null;
  return (
    <div ref={target} className="pv-drop-target">
      <p>{texts.dropFiles}</p>
    </div>
  );
}
