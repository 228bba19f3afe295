-- Up Migration

-- The server takes names of these scripts apart otherwise than the former version: Yi, the scripts of the Tai languages, Javanese, Balinese, and
-- apostrophes and accents that were no part of a word. It makes the words of such names anew soon. (This reads all names, but changes and locks
-- only these. Names that a server of the former version changes afterwards keep its words until they are changed again.)
update users set named_as = null
where named_as ~ '[\u0149\u02BC\u0303\u0305\u0323\u0331\u1950-\u19DF\u1A20-\u1AAF\u1B00-\u1B7F\uA000-\uA4CF\uA980-\uA9DF\uAA80-\uAADF]';
