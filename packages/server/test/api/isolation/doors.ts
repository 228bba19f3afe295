import { CLIENT_FRAMES } from '@palaver/protocol/realtime';
import { idsOf } from '../../../src/edge/ids.ts';
import type { AnyEndpoint } from '../../../src/http/endpoint.ts';
import type { Method } from '../../../src/http/routes.ts';
import { FRAME_IDS } from '../../../src/realtime/commands.ts';

/** The facts about an endpoint or a frame that the matrix needs. */
export type Door = Pick<
  AnyEndpoint,
  | 'id'
  | 'access'
  | 'ofApplication'
  | 'ids'
  | 'actsAs'
  | 'params'
  | 'query'
  | 'body'
  | 'optionalBody'
  | 'files'
> & {
  tag: string;
  /** The type of a frame. */
  frame?: string;
};

/** A route or a frame type, whose name replaces the URL. */
export interface Entrance {
  method: Method | 'FRAME';
  url: string;
  endpoint: Door;
}

/** Every client frame that has ids. */
export const FRAMES: readonly Entrance[] = CLIENT_FRAMES.flatMap((body) => {
  const name = body.properties.type.const;
  const ids = FRAME_IDS[name];
  const endpoint: Door = {
    id: `frame ${name}`,
    tag: 'Frames',
    access: 'token',
    body,
    frame: name,
    ...(ids && { ids }),
  };
  return Object.keys(idsOf(endpoint)).length === 0 ? [] : [{ method: 'FRAME', url: name, endpoint }];
});
