import type { Bus, BusEvent } from '../../src/bus/bus.ts';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import type { Log } from '../../src/platform/log.ts';

/** What connects one node to the others. */
export interface Link {
  /** For `startTestServer`. */
  openBus: (log: Log) => Bus;
  /** While cut, the node exchanges no events with the others: they see it as crashed. It still gets its own. */
  isCut: boolean;
  /** Whether the others do not get this event of the node. */
  loses: (event: BusEvent) => boolean;
}

/** A bus that several servers of this process share, as if each were a node of its own. */
export class SharedBus {
  readonly #nodes = new Map<Link, Bus>();

  /** The link of a new node. `wrap` may add faults to the bus of the node. */
  join(wrap: (bus: Bus) => Bus = (bus) => bus): Link {
    const link: Link = {
      isCut: false,
      loses: () => false,
      openBus: (log) => {
        const own = openInProcessBus(log);
        this.#nodes.set(link, own);
        return wrap({
          ...own,
          publish: (event) => {
            for (const [to, bus] of this.#nodes) {
              if (to === link || !(link.isCut || to.isCut || link.loses(event))) bus.publish(event);
            }
          },
          close: async () => {
            this.#nodes.delete(link);
            await own.close();
          },
        });
      },
    };
    return link;
  }
}
