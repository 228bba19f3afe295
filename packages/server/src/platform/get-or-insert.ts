/** Returns the value of a key, creating it if it is missing. (`Map.prototype.getOrInsertComputed`, which Node 24 lacks.) */
export function getOrInsert<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  create: () => V,
): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
