import type { LocationMetadata } from '@palaver/client';
import { useSetup } from '../context/chat-context.ts';
import { addressOfMap, degreesOf } from '../context/map-url.ts';
import { useTexts } from '../texts/language.ts';
import { Icon } from '../ui/icon.tsx';

/** A place, and a way to its map. No part of a map is loaded: that would tell its host who looks at the chat. */
export function Location({ metadata }: { metadata: LocationMetadata }) {
  const texts = useTexts();
  const { mapUrl } = useSetup();
  const { name, address } = metadata;
  const map = addressOfMap(metadata, mapUrl);
  return (
    <div className="pv-location">
      <Icon name="place" />
      <div>
        <b>{name ?? texts.kinds.location}</b>
        {address === undefined ? null : <span>{address}</span>}
        {name === undefined && address === undefined ? (
          <span>
            <bdi dir="ltr">{degreesOf(metadata).join(', ')}</bdi>
          </span>
        ) : null}
      </div>
      {map === undefined ? null : (
        <a className="pv-button" href={map} target="_blank" rel="noopener noreferrer">
          {texts.openMap}
        </a>
      )}
    </div>
  );
}
