import type { LocationMetadata } from '@palaver/client';
import { isSafe } from '../text/links.ts';

/** Returns the address of a page that shows a place on a map; undefined: there is none. */
export type MapUrl = (place: LocationMetadata) => string | undefined;

/** (As `geo:` wants them: without an exponent.) A sixth decimal is a tenth of a metre. */
export const degreesOf = ({ latitude, longitude }: LocationMetadata) => [
  latitude.toFixed(6),
  longitude.toFixed(6),
];

/** A phone opens its own map, Android by `geo:` (RFC 5870, with the label as its apps read it), an iPhone by `maps:`. */
export function addressOfMap(place: LocationMetadata, mapUrl: MapUrl | undefined): string | undefined {
  const at = degreesOf(place).join(',');
  const label = encodeURIComponent((place.name ?? place.address ?? '').replaceAll(/[()]/g, ' '));
  if (/Android/.test(navigator.userAgent)) return `geo:${at}?q=${at}${label === '' ? '' : `(${label})`}`;
  if (/iPhone|iPad|iPod/.test(navigator.userAgent)) return `maps:?ll=${at}&q=${label || at}`;
  const url = mapUrl?.(place);
  return url !== undefined && isSafe(url) ? url : undefined;
}
