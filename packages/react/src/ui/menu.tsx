import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Popover } from './popover.tsx';

/** Something to choose in a menu. */
export interface MenuItem {
  icon: IconName;
  label: string;
  /** It cannot be undone easily. */
  isDangerous?: boolean;
  run: () => void;
}

interface MenuProps {
  anchor: HTMLElement;
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
  /** What stands above the items. */
  children?: ReactNode;
}

/** A menu that opens at a button. */
export function Menu({ anchor, label, items, onClose, children }: MenuProps) {
  return (
    <Popover anchor={anchor} label={label} role="menu" className="pv-menu" onClose={onClose}>
      {children}
      {items.map(({ icon, label: name, isDangerous, run }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          data-dangerous={isDangerous}
          onClick={() => {
            onClose();
            run();
          }}
        >
          <Icon name={icon} /> {name}
        </button>
      ))}
    </Popover>
  );
}
