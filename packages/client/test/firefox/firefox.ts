import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../server/test/harness/until.ts';
import { Marionette } from './marionette.ts';

/** The path of Firefox; undefined if it is not installed. */
export function findFirefox(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'command -v firefox-esr || command -v firefox'], {
      encoding: 'utf8',
    }).trim();
  } catch {
    return undefined;
  }
}

export interface Firefox {
  marionette: Marionette;
  /** Decides for the user whether a site may show notifications. */
  setPermission: (origin: string, action: 'ALLOW' | 'DENY') => Promise<void>;
  /** Clicks the notification on the screen that has this text. */
  clickAlert: (text: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Starts Firefox with a profile of its own, without a screen. `pushServer`: the address of its push service. */
export async function startFirefox(path: string, pushServer: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'palaver-firefox-'));
  const preferences = {
    'dom.push.serverURL': pushServer,
    'dom.push.testing.allowInsecureServerURL': true,
    'dom.push.connection.enabled': true,
    'marionette.port': 0,
    // Firefox shows notifications itself, instead of the desktop.
    'alerts.useSystemBackend': false,
    // No connections but those of the test.
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.normandy.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    'browser.safebrowsing.update.enabled': false,
    'extensions.update.enabled': false,
    'app.update.disabledForTesting': true,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const child = spawn(
    path,
    ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile],
    { stdio: 'ignore', env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' } },
  );
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await until(async () => portIn(profile), 60);
    const marionette = await Marionette.connect(port);
    return {
      marionette,
      setPermission: (origin, action) => marionette.run('chrome', permissionScript(origin, action)),
      clickAlert: async (text) => {
        await until(() => marionette.run<boolean | undefined>('chrome', clickScript(text)));
      },
      close: async () => {
        marionette.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Firefox writes it when it is ready. */
function portIn(profile: string): number | undefined {
  try {
    return Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** (Preferences and policies do not answer for the user.) */
const permissionScript = (origin: string, action: string) => `
  const principal = Services.scriptSecurityManager.createContentPrincipalFromOrigin('${origin}');
  Services.perms.addFromPrincipal(principal, 'desktop-notification', Services.perms.${action}_ACTION);`;

/** (A notification has its text before it listens to clicks: then it is active.) */
const clickScript = (text: string) => `
  const alerts = [...Services.wm.getEnumerator('alert:alert')].filter(({ gIsActive }) => gIsActive);
  const found = alerts.find(({ document }) => document.documentElement.textContent.includes('${text}'));
  found?.document.getElementById('alertBox').click();
  return found !== undefined || undefined;`;
