/** Returns the value of a key, creating it if it is missing. (`Map.prototype.getOrInsertComputed`, which Node 24 lacks.) */
export function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
