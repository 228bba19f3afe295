import pg from 'pg';
import { startEmbeddedPostgres } from './src/storage/embedded/embedded-postgres.ts';
import { migrate } from './src/storage/migrate.ts';
import { createLog } from './src/platform/log.ts';
import { RULES } from './src/domain/verify/rules.ts';
import { verify } from './src/domain/verify/verify.ts';
import { Database } from './src/storage/database.ts';
const log = createLog('warn');
const p = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? "", holder: 'x', runAs: undefined, log, onFatal: (e) => { throw e; } , settings: {}});
await migrate(p.connection, log);
const c = new pg.Client(p.connection); await c.connect();
const t = async (n: string, s: string) => { const a = performance.now(); const r = await c.query(s); console.log(n, Math.round(performance.now() - a), r.rowCount, JSON.stringify(r.rows?.[0])?.slice(0,200)); };
if ((await c.query('select count(*)::int as n from messages')).rows[0].n === 0) {
await t('app', `insert into applications (id, name) values ('demo','Demo')`);
await t('users', `insert into users (app_id, tenant_id, user_id, kind, display_name, avatar_url) select 'demo','', 'u'||g, 'user','U','' from generate_series(1,20000) g`);
await t('threads', `insert into threads (id, app_id, tenant_id, type, name, description, avatar_url) select nextval('thread_ids'),'demo','','group','G','','' from generate_series(1,10000) g`);
await t('members', `insert into members (thread_id, ext_user_id, role, state) select t, 1 + (t*7+m) % 20000, case when m=0 then 'owner' else 'member' end, 'active' from generate_series(1,10000) t, generate_series(0,29) m`);
await t('ut', `insert into user_threads (ext_user_id, thread_id, is_member) select ext_user_id, thread_id, true from members`);
await t('messages', `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count) select 1 + g % 10000, 2 + g / 10000, 1 + ((1 + g % 10000)*7) % 20000, (array['image','text','video'])[1 + g % 3], repeat('lorem ipsum ', 10), '{"type":"image","source_url":"https://example.org/a.png"}', 1 from generate_series(0,999999) g`);
await t('log', `insert into log_entries (thread_id, seq, type, actor_ext_user_id, message_seq) select thread_id, seq, 'message.created', sender_ext_user_id, seq from messages union all select g, 1, 'thread.created', null, null from generate_series(1,10000) g`);
await t('heads', `insert into thread_heads (thread_id, last_seq, message_count, image_count, video_count, link_count, member_count) select thread_id, 101, 100, count(*) filter (where kind='image'), count(*) filter (where kind='video'), 100, 30 from messages group by 1`);
await t('keys', `insert into idempotency_keys (app_id, key, fingerprint, data) select 'demo', 'k'||thread_id||'-'||seq, sha256('x'), json_build_array(json_build_object('id', thread_id||'.'||seq, 'thread_id', thread_id::text, 'seq', seq)) from messages`);
}
if (process.argv[3] === 'analyze') await t('analyze', 'analyze');
for (const [n, s] of Object.entries(RULES)) await t(n, s);
const db = new Database(p.connection, { poolSize: 1, log });
let a = performance.now(); console.log(await verify(db), performance.now() - a);
await db.close(); await c.end(); await p.stop();
