import { type ReactNode, useEffect, useRef } from 'react';

/** The rows of a list that a field controls: the field keeps the focus, and the keys that choose among them. */
export interface OptionsProps {
  listId: string;
  /** The number of the chosen row. */
  active: number;
  onActive: (index: number) => void;
  onChoose: (index: number) => void;
}

interface ListProps extends OptionsProps {
  label: string;
  className: string;
  rows: readonly { key: string; content: ReactNode }[];
}

export function Options({ listId, label, className, rows, ...choice }: ListProps) {
  return (
    <div id={listId} role="listbox" aria-label={label} className={className} hidden={rows.length === 0}>
      {rows.map(({ key, content }, index) => (
        <Option key={key} id={`${listId}-${index}`} index={index} {...choice}>
          {content}
        </Option>
      ))}
    </div>
  );
}

type OptionProps = Omit<OptionsProps, 'listId'> & { id: string; index: number; children: ReactNode };

function Option({ id, index, active, onActive, onChoose, children }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  const isActive = index === active;
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and the keys
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      // (Not when a row scrolls under a pointer that rests.)
      onPointerMove={() => onActive(index)}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(index)}
    >
      {children}
    </div>
  );
}
