// The OpenAPI document, shown by Scalar. A page without a server has nothing to send requests to: the page /docs of a running
// Palaver can send them.
const choice = localStorage.getItem('vitepress-theme-appearance') ?? 'auto';
const isDark = choice === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';

document.getElementById('api-reference').dataset.configuration = JSON.stringify({
  servers: [{ url: 'https://chat.example.com', description: 'Your server' }],
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  forceDarkModeState: isDark ? 'dark' : 'light',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
});
