import { isPgBouncerMissing, startPgBouncer } from '../../packages/server/test/harness/pgbouncer.ts';
import { urlOf } from '../../packages/server/test/harness/test-database.ts';
import { compare, type Row, ratio, type Subject, stopSubject } from '../harness.ts';
import { type Palaver, startNode } from '../palaver.ts';
import { prepareSends } from './sends.ts';

/** What sends cost without prepared statements, and behind PgBouncer with `pool_mode = transaction`. */
export async function poolers(palaver: Palaver): Promise<Row[]> {
  const load = await prepareSends(palaver);
  const direct = urlOf(palaver.connection);
  const start = (name: string, settings: Record<string, string>): Promise<Subject> =>
    startNode(palaver, settings, { name });
  const pooler = isPgBouncerMissing ? undefined : await startPgBouncer(palaver.connection);
  const subjects = [
    await start('direct', {}),
    await start('unprepared', { PALAVER_PREPARED_STATEMENTS: 'off' }),
  ];
  if (pooler !== undefined) {
    const DATABASE_URL = urlOf(pooler.via(palaver.connection));
    subjects.push(await start('pooled', { DATABASE_URL, DATABASE_DIRECT_URL: direct }));
  }
  try {
    const [best, unprepared, pooled] = await compare(subjects.map((subject) => ({ subject, load })));
    if (!best || !unprepared) throw new Error('a subject was not measured');
    const failures = [best, unprepared, pooled].reduce((sum, one) => sum + (one?.failures ?? 0), 0);
    return [
      { figure: 'durable sends/s of a direct connection', value: best.perSecond.toFixed(0), target: '' },
      ratio('without prepared statements ÷ direct', unprepared.perSecond, best.perSecond, '≥ 0.5'),
      ...(pooled ? [ratio('behind PgBouncer ÷ direct', pooled.perSecond, best.perSecond, '≥ 0.5')] : []),
      { figure: 'answers that were not M200', value: String(failures), target: '0' },
    ];
  } finally {
    for (const subject of subjects) await stopSubject(subject);
    await pooler?.close();
  }
}
