import { type BackgroundWork, composeWork } from './background-work.ts';
import { openSecrets } from './domain/operations/secrets/open-secrets.ts';
import { closeFoundation, type Foundation, type FoundationOptions, layFoundation } from './foundation.ts';
import { composeFront, type Front, type FrontOptions } from './serving/front.ts';
import { ObjectsUnavailableError } from './storage/objects/objects.ts';

/**
 * The parts of a node. The foundation is open; nothing else runs yet. A part has its metrics from when it is composed, so
 * each process composes only those that it starts.
 */
export interface Composition {
  foundation: Foundation;
  composeWork: () => BackgroundWork;
  /** Composes what serves in this thread. */
  composeFront: (options: FrontOptions) => Promise<Front>;
  /** Closes the foundation, after everything that has been started has stopped. */
  close: () => Promise<void>;
}

/** The composition root of servers, workers and tests. They differ only in which parts they start. */
export async function compose(options: FoundationOptions): Promise<Composition> {
  const foundation = await layFoundation(options);
  const close = () => closeFoundation(foundation);
  try {
    await checkObjects(foundation);
    await openSecrets(foundation.db, foundation.config);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    foundation,
    composeWork: () => composeWork(foundation),
    composeFront: (front) => composeFront(foundation, front),
    close,
  };
}

/**
 * Reports wrong settings of the object store. While the store is away, the server starts nevertheless: people chat without files.
 */
async function checkObjects({ objects, log }: Foundation): Promise<void> {
  await objects.check().catch((error: unknown) => {
    if (!(error instanceof ObjectsUnavailableError)) throw error;
    log.error(
      { err: error },
      'the object store is unavailable: files cannot be read or stored until it responds',
    );
  });
}
