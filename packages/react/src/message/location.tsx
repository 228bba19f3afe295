import type { LocationMetadata } from '@palaver/client';
import { useSetup } from '../chat/chat-context.ts';
import { useTexts } from '../texts/language.ts';
import { Icon } from '../ui/icon.tsx';
import { isSafe } from './links.ts';

/** Returns the address of a page that shows a place on a map; undefined: there is none. */
export type MapUrl = (place: LocationMetadata) => string | undefined;

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
          <bdi dir="ltr">{degreesOf(metadata).join(', ')}</bdi>
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

/** (As `geo:` wants them: without an exponent.) A sixth decimal is a tenth of a metre. */
const degreesOf = ({ latitude, longitude }: LocationMetadata) => [latitude.toFixed(6), longitude.toFixed(6)];

/** A phone opens its own map, Android by `geo:` (RFC 5870, with the label as its apps read it), an iPhone by `maps:`. */
function addressOfMap(place: LocationMetadata, mapUrl: MapUrl | undefined): string | undefined {
  const at = degreesOf(place).join(',');
  const label = encodeURIComponent((place.name ?? place.address ?? '').replaceAll(/[()]/g, ' '));
  if (/Android/.test(navigator.userAgent)) return `geo:${at}?q=${at}${label === '' ? '' : `(${label})`}`;
  if (/iPhone|iPad|iPod/.test(navigator.userAgent)) return `maps:?ll=${at}&q=${label || at}`;
  const url = mapUrl?.(place);
  return url !== undefined && isSafe(url) ? url : undefined;
}
