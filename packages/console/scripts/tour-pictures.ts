/* The pictures of the demo: portraits, pictures of groups, and the photos that its people send, as SVG. */

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

interface Looks {
  wall: string;
  skin: string;
  hair: string;
  clothes: string;
  /** Behind the head. */
  back?: string;
  /** Before the face. */
  front: string;
  more?: string;
}

/** Half a person, in the middle of a square. */
function portrait({ wall, skin, hair, clothes, back = '', front, more = '' }: Looks): string {
  return svg(
    240,
    240,
    `<rect width="240" height="240" fill="${wall}"/><circle cx="196" cy="52" r="70" fill="#fff" opacity=".13"/>
    <g fill="${hair}">${back}</g>
    <path d="M30 250c2-52 40-74 90-74s88 22 90 74z" fill="${clothes}"/>
    <path d="M98 150h44v34c0 14-10 22-22 22s-22-8-22-22z" fill="${skin}"/><path d="M98 162q22 20 44 0v12q-22 22-44 0z" opacity=".14"/>
    <ellipse cx="120" cy="112" rx="45" ry="53" fill="${skin}"/>
    <circle cx="75" cy="116" r="9" fill="${skin}"/><circle cx="165" cy="116" r="9" fill="${skin}"/>
    <g fill="#2b211c"><circle cx="102" cy="112" r="4.6"/><circle cx="138" cy="112" r="4.6"/></g>
    <g fill="none" stroke="#2b211c" stroke-width="3.6" stroke-linecap="round" opacity=".75"><path d="M93 98q9-6 18-1M129 97q9-5 18 1"/></g>
    <path d="M120 114q-5 12-1 15 3 2 6 0" fill="none" stroke="#2b211c" stroke-width="2.6" stroke-linecap="round" opacity=".35"/>
    <path d="M102 138q18 17 36 0z" fill="#fff"/><path d="M102 138q18 17 36 0" fill="none" stroke="#7c3b2c" stroke-width="3" stroke-linecap="round"/>
    <g fill="#e8705a" opacity=".22"><circle cx="92" cy="130" r="9"/><circle cx="148" cy="130" r="9"/></g>
    <g fill="${hair}">${front}</g>${more}`,
  );
}

export const PORTRAITS = {
  mia: portrait({
    wall: '#f3b562',
    skin: '#f5cfb1',
    hair: '#8f3d1f',
    clothes: '#22577a',
    back: '<path d="M66 116c0-50 24-70 54-70s54 20 54 70c0 36 6 62 12 76-18 12-40 4-44-6H98c-4 10-26 18-44 6 6-14 12-40 12-76z"/>',
    front:
      '<path d="M70 112c-4-44 20-66 50-66s54 22 50 66c-8-14-14-30-20-38-18 14-50 18-66 14-6 6-10 14-14 24z"/>',
  }),
  tomas: portrait({
    wall: '#5b8e7d',
    skin: '#d9a066',
    hair: '#2a1d18',
    clothes: '#f2e8cf',
    front:
      '<path d="M72 106c-8-44 22-62 50-62 30 0 52 20 46 60-6-8-8-20-14-26-20 6-52 6-68-4-6 8-10 20-14 32z"/><path d="M76 124c2 42 24 48 44 48s42-6 44-48c-4 10-8 12-14 12-10-6-20-8-30-4-10-4-20-2-30 4-6 0-10-2-14-12zm26 16q18 17 36 0-4 16-18 16t-18-16z" fill-rule="evenodd" opacity=".9"/>',
    more: '<path d="M84 200l-8 50h88l-8-50q-36 18-72 0z" fill="#3d5a4c"/>',
  }),
  aisha: portrait({
    wall: '#c8553d',
    skin: '#7d4a2d',
    hair: '#1d1311',
    clothes: '#f4d35e',
    back: '<g><circle cx="120" cy="72" r="50"/><circle cx="76" cy="92" r="34"/><circle cx="164" cy="92" r="34"/><circle cx="84" cy="56" r="32"/><circle cx="156" cy="56" r="32"/><circle cx="120" cy="44" r="34"/></g>',
    front: '<path d="M76 104c2-32 20-46 44-46s42 14 44 46c-10-22-24-28-44-28s-34 6-44 28z"/>',
    more: '<g fill="#f4d35e"><circle cx="75" cy="134" r="7"/><circle cx="165" cy="134" r="7"/></g>',
  }),
  jonas: portrait({
    wall: '#7ea8d8',
    skin: '#f7d7c0',
    hair: '#e0b354',
    clothes: '#374151',
    front:
      '<path d="M74 100c-8-40 18-58 48-58 34 0 50 22 44 58-4-8-6-14-10-18-14-2-26-6-36-14-8 12-24 18-38 20-4 4-6 8-8 12z"/>',
    more: '<g fill="none" stroke="#283040" stroke-width="4"><circle cx="102" cy="113" r="15"/><circle cx="138" cy="113" r="15"/><path d="M117 112q3-3 6 0M87 110l-12-3M153 110l12-3"/></g>',
  }),
  priya: portrait({
    wall: '#a06cd5',
    skin: '#b97a4b',
    hair: '#20141b',
    clothes: '#0f766e',
    back: '<path d="M68 110c0-46 24-66 52-66s52 20 52 66c0 20 2 30 0 48-14 10-90 10-104 0-2-18 0-28 0-48z"/>',
    front: '<path d="M72 118c-6-48 20-72 48-72s54 24 48 72c-4-28-20-44-42-58-14 20-40 30-54 58z"/>',
    more: '<circle cx="120" cy="88" r="3.6" fill="#b91c1c"/>',
  }),
  leo: portrait({
    wall: '#84c5a4',
    skin: '#f1c9a0',
    hair: '#23191a',
    clothes: '#e85d4a',
    front:
      '<path d="M72 104c-4-30 8-44 22-44-4-6 0-12 6-14 4 4 10 4 16 2 16-8 52 4 52 56-6-6-10-16-14-20-14 6-24 2-30-4-10 8-24 8-34 4-8 4-14 10-18 20z"/>',
    more: '<path d="M72 84c6-30 24-42 48-42s42 12 48 42c-32-10-64-10-96 0z" fill="#2f4858"/><path d="M66 88c32-14 76-14 108 0l4 8c-36-10-80-10-116 0z" fill="#243947"/>',
  }),
  bot: svg(
    240,
    240,
    `<rect width="240" height="240" fill="#263056"/><circle cx="120" cy="124" r="86" fill="#35427a"/>
    <path d="M72 96h84v58a34 34 0 0 1-34 34h-16a34 34 0 0 1-34-34z" fill="#fdf6e9"/><path d="M156 108h10a20 20 0 0 1 0 40h-10" fill="none" stroke="#fdf6e9" stroke-width="11"/>
    <path d="M72 96h84v12H72z" fill="#c98b53"/><g fill="#263056"><circle cx="98" cy="134" r="7"/><circle cx="130" cy="134" r="7"/></g>
    <path d="M102 156q12 11 24 0" fill="none" stroke="#263056" stroke-width="6" stroke-linecap="round"/>
    <path d="M94 80q-8-10 0-20t0-20M118 80q-8-10 0-20t0-20M140 80q-8-10 0-20t0-20" fill="none" stroke="#fdf6e9" stroke-width="6" stroke-linecap="round" opacity=".7"/>`,
  ),
};

const cup = (x: number, y: number, scale: number, colour = '#fdf8ef') =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><ellipse cx="0" cy="62" rx="86" ry="14" fill="#000" opacity=".16"/><ellipse cx="0" cy="56" rx="78" ry="13" fill="${colour}"/>
  <path d="M-52-20H52v28a46 46 0 0 1-46 46h-12a46 46 0 0 1-46-46z" fill="${colour}"/><path d="M52-10h12a18 18 0 0 1 0 36H50" fill="none" stroke="${colour}" stroke-width="10"/>
  <ellipse cx="0" cy="-20" rx="52" ry="13" fill="#e9dcc6"/><ellipse cx="0" cy="-18" rx="45" ry="10" fill="#7a4a2b"/><path d="M-14-18q14-12 28 0-14 12-28 0z" fill="#f3dfc3"/></g>`;

const plant = (x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><g fill="#3f7d58"><path d="M0 0c-50-20-70-70-60-110 40 10 64 60 60 110z"/><path d="M0 0c50-20 70-70 60-110-40 10-64 60-60 110z" fill="#57a773"/><path d="M0 6c-16-50-10-110 6-146 22 40 20 100-6 146z" fill="#2f6b4a"/></g>
  <path d="M-34 0h68l-8 62h-52z" fill="#c8694a"/><path d="M-38-6h76v18h-76z" fill="#d97f5c"/></g>`;

const SUN_SKY = `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#ffd9a0"/><stop offset="1" stop-color="#fff3dc"/></linearGradient></defs>`;

const awning = (x: number, y: number, width: number) => {
  const stripes = Array.from({ length: 10 }, (_, index) => {
    const w = width / 10;
    return `<path d="M${x + index * w} ${y}h${w}v64a${w / 2} ${w / 2} 0 0 1-${w} 0z" fill="${index % 2 === 0 ? '#c8553d' : '#fff6e8'}"/>`;
  });
  return stripes.join('');
};

const shop = svg(
  900,
  620,
  `${SUN_SKY}<rect width="900" height="620" fill="url(#s)"/><circle cx="740" cy="120" r="64" fill="#fff" opacity=".75"/>
  <path d="M0 210h120v-70h90v90h70V620H0z" fill="#e7b98a" opacity=".6"/><path d="M700 250h90v-60h110v430H700z" fill="#e7b98a" opacity=".6"/>
  <rect x="130" y="90" width="640" height="460" rx="6" fill="#22577a"/><rect x="130" y="90" width="640" height="34" fill="#1b4562"/>
  <rect x="230" y="138" width="440" height="66" rx="8" fill="#fff6e8"/>
  <text x="450" y="185" font-family="DejaVu Serif" font-weight="bold" font-size="42" letter-spacing="5" text-anchor="middle" fill="#22577a">NORTHLIGHT</text>
  <rect x="170" y="270" width="330" height="210" rx="6" fill="#fbe7c2"/><rect x="170" y="270" width="330" height="210" rx="6" fill="none" stroke="#163d57" stroke-width="12"/>
  <path d="M335 270v210" stroke="#163d57" stroke-width="8"/><path d="M170 420h330v54H170z" fill="#b98458"/>
  ${cup(250, 388, 0.62)}${cup(420, 388, 0.62, '#f6d5a5')}
  <path d="M250 276v40M420 276v40" stroke="#163d57" stroke-width="4"/><path d="M224 340q26-46 52 0zM394 340q26-46 52 0z" fill="#f2a93b"/>
  <rect x="550" y="270" width="150" height="280" rx="6" fill="#163d57"/><rect x="568" y="288" width="114" height="150" rx="4" fill="#fbe7c2"/><circle cx="676" cy="470" r="8" fill="#f2a93b"/>
  <rect x="586" y="330" width="78" height="46" rx="5" fill="#c8553d"/><text x="625" y="361" font-family="DejaVu Sans" font-weight="bold" font-size="22" text-anchor="middle" fill="#fff6e8">SOON</text>
  ${awning(150, 216, 600)}
  <rect y="550" width="900" height="70" fill="#d8c3a5"/><path d="M0 550h900" stroke="#c2a983" stroke-width="6"/>
  ${plant(160, 500, 0.8)}${plant(748, 500, 0.95)}`,
);

const counter = svg(
  900,
  620,
  `<rect width="900" height="620" fill="#f0d9b9"/><rect width="900" height="300" fill="#5b8e7d"/>
  <g stroke="#4d7c6d" stroke-width="3">${Array.from({ length: 11 }, (_, i) => `<path d="M${i * 90} 0v300"/>`).join('')}<path d="M0 100h900M0 200h900"/></g>
  <rect x="60" y="96" width="300" height="14" fill="#8a5a36"/><rect x="60" y="196" width="300" height="14" fill="#8a5a36"/>
  ${[90, 150, 210, 270, 320].map((x, i) => `<rect x="${x}" y="${40 + (i % 2) * 8}" width="36" height="${56 - (i % 2) * 8}" rx="6" fill="${['#c8553d', '#f4d35e', '#fff6e8', '#22577a', '#f2a93b'][i]}"/>`).join('')}
  ${plant(110, 158, 0.52)}${plant(300, 158, 0.46)}<rect x="180" y="146" width="60" height="50" rx="6" fill="#fff6e8"/>
  <path d="M560 0v70M720 0v70" stroke="#23342e" stroke-width="5"/><path d="M500 130q60-104 120 0zM660 130q60-104 120 0z" fill="#f2a93b"/><ellipse cx="560" cy="132" rx="60" ry="9" fill="#fff2c9"/><ellipse cx="720" cy="132" rx="60" ry="9" fill="#fff2c9"/>
  <rect x="470" y="210" width="330" height="180" rx="20" fill="#d9dee3"/><rect x="490" y="232" width="290" height="46" rx="10" fill="#2b3440"/><rect x="510" y="300" width="66" height="24" rx="6" fill="#2b3440"/><rect x="690" y="300" width="66" height="24" rx="6" fill="#2b3440"/>
  <g fill="#f4d35e"><circle cx="520" cy="255" r="8"/><circle cx="548" cy="255" r="8"/></g><g fill="#c8553d"><circle cx="750" cy="255" r="8"/></g>
  <path d="M543 324v22M723 324v22" stroke="#2b3440" stroke-width="10"/>${cup(543, 372, 0.42)}${cup(723, 372, 0.42, '#f6d5a5')}
  <rect y="390" width="900" height="34" fill="#6f4526"/><rect y="424" width="900" height="196" fill="#a66f43"/>
  <g stroke="#935f37" stroke-width="5">${Array.from({ length: 8 }, (_, i) => `<path d="M${60 + i * 115} 424v196"/>`).join('')}</g>
  ${cup(200, 330, 0.95)}<g fill="#e0a458"><ellipse cx="370" cy="372" rx="52" ry="22"/><path d="M324 366q46-50 92 0-46-16-92 0z" fill="#c98640"/></g>`,
);

const latte = svg(
  900,
  620,
  `<rect width="900" height="620" fill="#8c5a3c"/><g stroke="#7d4e33" stroke-width="5">${Array.from({ length: 7 }, (_, i) => `<path d="M0 ${40 + i * 95}q450 ${i % 2 === 0 ? 26 : -26} 900 0" fill="none"/>`).join('')}</g>
  <ellipse cx="470" cy="336" rx="290" ry="270" fill="#000" opacity=".18"/><circle cx="450" cy="312" r="270" fill="#fff8ec"/><circle cx="450" cy="312" r="226" fill="#f0e3cd"/>
  <path d="M640 250q120-26 124 40t-104 66" fill="none" stroke="#fffaf1" stroke-width="34" stroke-linecap="round"/>
  <circle cx="450" cy="312" r="196" fill="#fffaf1"/><circle cx="450" cy="312" r="174" fill="#9a5b34"/><circle cx="450" cy="312" r="174" fill="none" stroke="#7c4526" stroke-width="10"/>
  <g fill="#f7e3c4"><path d="M450 470c-110-60-120-150-70-176 34-18 62 6 70 34 8-28 36-52 70-34 50 26 40 116-70 176z"/></g>
  <g fill="none" stroke="#9a5b34" stroke-width="9" stroke-linecap="round"><path d="M450 446c-84-50-90-110-58-128M450 446c84-50 90-110 58-128M450 430v-70"/></g>
  <g fill="#f7e3c4"><circle cx="450" cy="214" r="18"/><circle cx="410" cy="236" r="10"/><circle cx="490" cy="236" r="10"/></g>
  <g transform="rotate(-24 140 510)"><rect x="20" y="494" width="230" height="20" rx="10" fill="#dfe4e8"/><ellipse cx="34" cy="504" rx="44" ry="26" fill="#dfe4e8"/></g>
  ${[
    [90, 90, 20],
    [150, 150, 70],
    [780, 540, -30],
    [830, 470, 40],
    [110, 210, 120],
  ]
    .map(
      ([x, y, r]) =>
        `<g transform="translate(${x} ${y}) rotate(${r})"><ellipse rx="30" ry="20" fill="#4a2a18"/><path d="M-26 0q26-12 52 0" fill="none" stroke="#2d180d" stroke-width="5"/></g>`,
    )
    .join('')}`,
);

const card = svg(
  900,
  480,
  `<defs><linearGradient id="n" x2="1" y2="1"><stop stop-color="#16304a"/><stop offset="1" stop-color="#2f6f7e"/></linearGradient></defs><rect width="900" height="480" fill="url(#n)"/>
  <path d="M-40 300C140 120 300 330 460 170S780 120 960 40v130C780 260 640 200 470 300S140 260-40 420z" fill="#7fe0b4" opacity=".28"/><path d="M-40 220C160 90 320 250 500 110S800 80 960-20v70C780 170 660 110 500 200S140 180-40 320z" fill="#b8f2d0" opacity=".24"/>
  <g fill="#fff">${[
    [80, 60],
    [190, 110],
    [300, 50],
    [620, 60],
    [760, 190],
    [830, 90],
    [540, 40],
    [420, 90],
  ]
    .map(([x, y], i) => `<circle cx="${x}" cy="${y}" r="${2 + (i % 3)}" opacity=".8"/>`)
    .join('')}</g>
  <path d="M0 480V380l120-60 130 70 120-50 150 70 130-60 120 40 130-30v120z" fill="#0d2236"/>${cup(450, 320, 1.7)}
  <path d="M410 250q-20-30 0-60t0-60M450 240q-20-30 0-60t0-60M490 250q-20-30 0-60t0-60" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity=".55"/>`,
);

/** What the people of the demo send. */
export const PHOTOS = { shop, counter, latte, card };

export const GROUP_PICTURES = {
  harbour: svg(
    240,
    240,
    `<rect width="240" height="240" fill="#22577a"/><path d="M40 110h160v100H40z" fill="#fff6e8"/><path d="M58 140h60v50H58z" fill="#7ec4cf"/><path d="M138 140h40v70h-40z" fill="#c8553d"/>
    <g>${Array.from({ length: 6 }, (_, i) => `<path d="M${30 + i * 30} 66h30v46a15 15 0 0 1-30 0z" fill="${i % 2 === 0 ? '#f2a93b' : '#fff6e8'}"/>`).join('')}</g>`,
  ),
  roastery: svg(
    240,
    240,
    `<rect width="240" height="240" fill="#4a2f23"/>${[
      [84, 90, -30],
      [152, 110, 25],
      [100, 160, 60],
      [166, 172, -50],
    ]
      .map(
        ([x, y, r]) =>
          `<g transform="translate(${x} ${y}) rotate(${r})"><ellipse rx="40" ry="28" fill="#c98b53"/><path d="M-38 0q38-20 76 0" fill="none" stroke="#7a4a2b" stroke-width="8"/></g>`,
      )
      .join('')}`,
  ),
  everyone: svg(
    240,
    240,
    `<rect width="240" height="240" fill="#2f6f7e"/><circle cx="120" cy="128" r="50" fill="#f4d35e"/><g stroke="#f4d35e" stroke-width="12" stroke-linecap="round">${Array.from({ length: 8 }, (_, i) => `<path d="M120 52v-20" transform="rotate(${i * 45} 120 128)"/>`).join('')}</g>`,
  ),
};
