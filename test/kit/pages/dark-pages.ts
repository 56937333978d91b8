import { html } from './pages.js';

const style = (text: string) => `<style>${text}</style>`;

export const rowPixels = 40;
/** Rows of 40 px, each a surface with a text of flat letters. */
const rowsOf = (rows: readonly string[]) => rows.map((css) => `<div class="row" style="${css}">HHHHHH</div>`).join('');
const rowStyle = style(`body{margin:0}.row{height:${rowPixels}px;font:bold 30px/40px Liberation Sans;width:600px}`);

/** Surfaces from white to black, between Chromium's limits for its own darkening, and strong. */
const surfaces = ['#fff', '#eee', '#ccc', '#b0c4de', '#9ad', '#888', '#a5d6a7', '#fc6', '#ef9a9a', '#555', '#222'];
const accents = ['#4caf50', '#f80', '#0a7cff', '#e91e63', '#ffb300', 'oklch(0.8 0.15 90)', '#f00'];
export const light = [
  ...surfaces.map((colour) => `background:${colour};color:#222`),
  ...surfaces.map((colour) => `background:${colour};color:#c00`),
  'color:#666',
  'color:rgba(0,0,0,.6)',
  'background:linear-gradient(#fff,#cde);color:#123',
  ...accents.flatMap((colour) => [`background:${colour};color:#fff`, `background:${colour};color:#000`]),
];

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#ffee88"/></svg>',
)}`;
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
)}`;
/** 40 px of a light pattern. */
const texture = icon.replace('%3Crect', '%3Crect%20fill%3D%22%23eee%22');
const drawing = (parts: string) => `<svg width="40" height="40" style="display:block">${parts}</svg>`;
const square = (fill: string) => `<rect width="40" height="40" fill="${fill}"/>`;

/** A picture of 600 px, then what lies over it, each in a box of its own. */
const overPicture = (over: string) =>
  `<div style="position:relative;height:40px;width:600px">
    <img src="${picture}" style="position:absolute;width:600px;height:40px">${over}</div>`;
const cover = (css: string) => `<div style="position:absolute;inset:0;${css}"></div>`;
const label = (css: string) => `<div class="row" style="position:relative;${css}">HHHHHH</div>`;

const svgText = (attributes: string, parts: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${parts}</svg>`)}`;
const [plain, sizeless, dot] = [
  svgText('width="800" height="400"', '<rect width="800" height="400" fill="#fe8"/>'),
  svgText('viewBox="0 0 800 400" preserveAspectRatio="none"', '<rect width="800" height="400" fill="#fe8"/>'),
  svgText('width="800" height="400"', '<circle cx="20" cy="20" r="8" fill="#ddd"/>'),
];
const wave = (parts: string) =>
  `<svg viewBox="0 0 600 40" preserveAspectRatio="none" style="position:absolute;width:600px;height:40px">${parts}</svg>`;
const twoColours = '<rect width="600" height="40" fill="#fe8"/><circle cx="300" cy="20" r="10" fill="#bdf"/>';
const scaledPlate = (transform: string) => `<rect width="600" height="40" fill="#eef" style="transform:${transform}"/>`;
const besideText = (content: string) =>
  `<div style="position:relative;z-index:0;height:40px;width:600px">${content}<div class="row" style="position:relative">HHHHHH</div></div>`;
const backgrounds = [
  `url('${plain}') center/cover`,
  `url('${sizeless}')`,
  `linear-gradient(rgba(255,255,255,.6),rgba(255,255,255,.6)),url('${plain}') center/cover`,
];
/** Texts without a colour of their own, on what keeps its light colour. */
export const onPictures = [
  ...backgrounds.map((css) => `<div class="row" style="background:${css}">HHHHHH</div>`),
  `<div class="row" style="background:${backgrounds[0]}"><a href="#top">HHHHHH</a></div>`,
  `<div style="background:${backgrounds[0]}"><div class="row" style="background:rgba(255,255,255,.25);backdrop-filter:blur(6px)">HHHHHH</div></div>`,
  besideText(`<img src="${plain}" style="position:absolute;z-index:-1;width:600px;height:40px">`),
  besideText(`<video poster="${plain}" style="position:absolute;width:600px;height:40px;object-fit:fill"></video>`),
  besideText(wave(twoColours)),
  `<div class="row before">HHHHHH</div>`,
];
/** Dark without style sheets, and unreadable there in the light scheme. */
const darkPhoto = `<div class="row" style="background:url('${plain.replaceAll('%23fe8', '%23112')}') center/cover">HHHHHH</div>`;
/** Texts on what hides nothing of the dark page, or becomes dark too. */
export const onNoPictures = [
  darkPhoto,
  `<div class="row" style="background:#fff url('/missing.png') center/cover">HHHHHH</div>`,
  `<div class="row" style="background:#fff url('${dot}') center/cover">HHHHHH</div>`,
  besideText(`<img src="${dot}" style="position:absolute;width:600px;height:40px">`),
  besideText(wave('<rect width="600" height="40" fill="#eef"/>')),
  besideText(wave(['', 'scale(0)', 'scaleX(0)'].map(scaledPlate).join(''))),
];

/** Forgotten by a dark page. Their size is between 2 % of a low and of a high window. */
export const lightBoxes = [
  'background:#fff;color:#222',
  'background:#eef;color:#114',
  'background:#cfc;color:#060',
  'background:linear-gradient(#fff,#ddd);color:#222',
];

const logo = (parts: string) => svgText('width="160" height="40"', parts);
const [black, red, green] = ['#111', '#e22', '#0a7'].map(
  (fill, at) => `<rect x="${at * 50}" width="40" height="40" fill="${fill}"/>`,
);
/** Drawings in rows of 40 px: of black alone, of black and red, without black, and a dark photo. */
const white = '<rect width="40" height="40" fill="#fff"/>';
const inkRows = [
  `<img src="${logo(`${black}`)}">`,
  `<img src="${logo(`${black}${red}`)}">`,
  `<img src="${logo(`${red}${green}`)}">`,
  `<img src="${logo('<rect width="160" height="40" fill="#111"/>')}">`,
  `<svg width="160" height="40">${black}${red}</svg>`,
  `<div style="width:160px;background:url('${logo(`${black}`)}')"></div>`,
  `<svg width="160" height="40">${black}${red}<text x="92" y="36" font-size="40" fill="#333">H</text>
     <text x="122" y="36" font-size="40" fill="currentColor">H</text></svg>`,
  `<svg width="160" height="40">${red}${green}<text x="2" y="36" font-size="40" fill="#333">H</text></svg>`,
  `<img style="content:url('${logo(`${white}`)}')" src="${logo(`${black}`)}">`,
  `<img style="content:url('${logo(`${black}`)}')" src="${logo(`${white}`)}">`,
];
/** Canvases of the same size: dark and coloured bars, coloured ones, and none. Then two, one over the other. */
const canvasRows = [['#111', '#e22'], ['#e22', '#0a7'], []];
const stackedRows = [['#0a7'], ['transparent', '#111']];
const drawBars = `for(const [at,fills] of ${JSON.stringify([...canvasRows, ...stackedRows])}.entries()){
  const context=document.querySelectorAll('canvas')[at].getContext('2d');
  fills.forEach((fill,place)=>{context.fillStyle=fill;context.fillRect(place*50,0,40,40)})}`;

/** The pages of the dark mode's tests. */
export const darkPages = {
  '/inks': html(
    inkRows.map((row) => `<div class="ink">${row}</div>`).join(''),
    style('body{margin:0;background:#fff}.ink,.ink *{height:40px;display:block}'),
  ),
  '/drawn': html(
    `${canvasRows.map(() => '<canvas width="160" height="40"></canvas>').join('')}
     <div style="position:relative"><canvas width="160" height="40"></canvas>
       <canvas width="160" height="40" style="position:absolute;top:0;left:0"></canvas></div>
     <div class="masked"></div><ul><li><br></ul><script>${drawBars}</script>`,
    style(
      'body{margin:0;background:#fff}canvas{display:block}.masked,.masked::before{height:40px}' +
        'ul{margin:0;font:60px/40px Liberation Sans}li::marker{color:#000}' +
        `.masked::before{content:'';display:block;width:40px;background:#111;mask:url('${icon}')}`,
    ),
  ),
  '/faded': html(
    rowsOf(['', 'color:#123', '']).replaceAll('"row"', '"row faded"'),
    `${rowStyle}${style(`body{background:#fff;color:#222}.faded{position:relative}
      .faded::after{content:'';position:absolute;inset:0 0 0 300px;background:linear-gradient(transparent,#fff)}
      .faded:last-child::after{background:url('${picture}'),linear-gradient(#fff,#fff)}`)}`,
  ),
  '/slides': html(
    `${['', '', '', 'color:#123456'].map((css) => `<div class="row slide" style="${css}">HHHHHH</div>`).join('')}<p></p>
     <script>new MutationObserver((_,observer)=>{observer.disconnect();const all=document.querySelectorAll('.slide');
       all[0].classList.add('active');all[1].innerHTML='<b>HHHHHH</b>';all[1].classList.add('active');
       all[2].innerHTML='<b>HHHHHH</b>';all[3].classList.add('active')}).observe(document.querySelector('p'),{attributes:true})</script>`,
    `${rowStyle}${style(`body{color:#222}.slide{background:${backgrounds[0]}}p{height:40px;margin:0;background:#fff}`)}`,
  ),
  '/moved': html(
    `<img id="moved" src="${plain}">${label('').repeat(2)}<p></p>
     <script>new MutationObserver((_,observer)=>{observer.disconnect();moved.className='below';
       for(const row of document.querySelectorAll('.row'))row.classList.add('late')}).observe(document.querySelector('p'),{attributes:true})</script>`,
    `${rowStyle}${style('body{color:#222}p{background:#fff}img{position:absolute;width:600px;height:40px;top:0}.below{top:40px}')}`,
  ),
  '/progress': html(
    `<div class="row" id="box">HHHHHH</div><div class="row" id="channels">HHHHHH</div><p></p>${'<i></i>'.repeat(1000)}
     <script>const set=document.documentElement.style.setProperty.bind(document.documentElement.style);
       new MutationObserver(async(_,observer)=>{observer.disconnect();
       const values=['0.5','-12.5px','50%','45deg','10px 20px','translate(1px, 2px) scale(0.5)','calc(1px + 2vw)'];
       for(let at=0;at<42;at+=1){set('--progress',at+values[at%7]);await null}
       set('--channels','255, 250, 240');box.style.background='#fff'}).observe(document.querySelector('p'),{attributes:true})</script>`,
    `${rowStyle}${style(`:root{--channels:40, 20, 20}body{background:#533;color:#eee}p{background:#fff}
      #channels{background:rgb(var(--channels));color:#222}#box{color:#222}`)}`,
  ),
  '/on-pictures': html(
    [...onPictures, ...onNoPictures].join(''),
    `${rowStyle}${style(`.before{position:relative;z-index:0}
      .before::before{content:'';position:absolute;inset:0;z-index:-1;background:${backgrounds[0]}}`)}`,
  ),
  '/plates': html(
    [
      `${cover('background:rgba(255,255,255,.85)')}${label('color:#222')}`,
      `${cover('background:#fff')}${label('color:#222')}`,
      `${cover('background:linear-gradient(rgba(255,255,255,.95),rgba(255,255,255,.75))')}${label('color:#222')}`,
      `${cover('background:#fff;z-index:1')}${label('color:#222;z-index:2')}`,
      // The picture lies behind the surface of the text.
      `<div style="position:relative;background:#fff">${label('color:#222')}</div>`,
    ]
      .map(overPicture)
      .join(''),
    rowStyle,
  ),
  '/effects': html(
    `<canvas width="700" height="400" style="position:fixed;inset:0;z-index:9"></canvas>
     <img src="${picture}" style="position:absolute;width:600px;height:80px;opacity:0">
     <img class="invisible" src="${picture}" style="position:absolute;width:600px;height:80px;visibility:hidden">
     ${rowsOf(['color:#222', 'color:#333'])}`,
    `${rowStyle}${style('body{background:#fff}')}`,
  ),
  '/washed': html(
    overPicture(`${cover('background:rgba(255,255,255,.3)')}${label('color:#123456')}`) +
      overPicture(`${cover('background:#fff;opacity:0')}${label('color:#123456')}`),
    rowStyle,
  ),
  '/gradients': html(
    `<main style="background:linear-gradient(rgba(0,0,0,.06),transparent)">${rowsOf(['color:#222', 'background:#fff'])}</main>
     ${rowsOf(['background:linear-gradient(rgba(255,255,255,0),#fff);color:#222', 'background:linear-gradient(rgba(255,255,255,.1),rgba(255,255,255,.2));color:#222'])}`,
    `${rowStyle}${style('body{background:#fff;color:#222}')}`,
  ),
  '/taken-out': html(
    `<div id="list" style="height:40px;background:#fff"></div><div id="known" style="height:40px;background:#fff"></div>
     <script>const add=(place,css)=>place.insertAdjacentHTML('beforeend','<p style="margin:0;height:40px;'+css+'">');
       new MutationObserver((_,observer)=>{observer.disconnect();
         add(document.body,'background:#fdd');document.body.lastChild.remove();
         add(document.body,'background:#eee');
         known.remove();add(known,'background:#eee');document.body.append(known)}).observe(list,{attributes:true})</script>`,
    style('body{margin:0}'),
  ),
  '/crowded': html(`<script>document.body.innerHTML='<i></i>'.repeat(30010)</script>`),
  '/light': html(rowsOf(light), rowStyle),
  '/half': html(
    `${rowsOf(['', 'color:#333'])}<main>${rowsOf(['', 'background:#f4f4f4', 'color:#777'])}</main>`,
    `${rowStyle}${style('body{background:#1b1b1b;color:#ddd}main{background:#fff;color:#222}')}`,
  ),
  '/dark-boxes': html(
    `${rowsOf(lightBoxes)}<button style="display:block;border:0;background:#fff;color:#111;width:200px;height:40px">OK</button>
     <div style="width:600px;height:4px;background:#fff"></div>`,
    `${rowStyle}${style('body{background:#1b1b1b;color:#ddd}.row{width:520px}')}`,
  ),
  '/forgotten': html(
    rowsOf(['', 'background:#222']),
    `${rowStyle}${style('body,.row{color:#333}@media (prefers-color-scheme:dark){body{background:#111}}')}`,
  ),
  '/scheme': html(
    rowsOf(['', 'background:#fff', 'background:#f4f4f4;color:#222']),
    `${rowStyle}${style(':root{color-scheme:light dark}')}`,
  ),
  '/only-light': html(rowsOf(['', 'background:#fff']), `${rowStyle}${style(':root{color-scheme:only light}')}`),
  '/own': html(
    '<div class="row" style="background:#8ab4f8;color:#111;width:200px">HHHHHH</div><div class="row">HHHHHH</div>',
    `${rowStyle}${style('@media (prefers-color-scheme:dark){body{background:#101418;color:#aab}}')}`,
  ),
  '/names': html(
    `<form><input name="children"><input name="shadowRoot"><input name="style"><input name="contains">${rowsOf(['', 'background:#f4f4f4;color:#222'])}</form>
     <iframe name="body" hidden></iframe>`,
    `${rowStyle}${style('form input{display:none}body{background:#fff;color:#222}form{background:#fafafa;color:#333}')}`,
  ),
  '/pictures': html(
    `<img src="${picture}" style="display:block"><div style="width:80px;height:80px;background:url('${picture}')"></div>
     <canvas width="80" height="80" style="display:block"></canvas>
     <div class="row" style="height:80px;line-height:80px;background:url('${picture}') center/cover;color:#123456">HHHHHH</div>
     <script>const context=document.querySelector('canvas').getContext('2d');
       context.fillStyle='#ffee88';context.fillRect(0,0,80,80)</script>`,
    rowStyle,
  ),
  '/textured': html(
    rowsOf(['color:#222', `background:#fff url('${texture}') repeat-x;color:#222`]),
    `${rowStyle}${style(`body{background:url('${texture}');height:100%}html{height:100%}`)}`,
  ),
  '/icons': html(
    `${drawing(square('#111'))}${drawing(square('currentColor'))}
     ${drawing(`${square('#ffffff')}<rect width="20" height="40" fill="#111111"/>`)}
     <div style="width:40px;height:40px;background:#111;mask:url('${icon}')"></div>
     <p></p><div id="host"></div>
     <script>host.attachShadow({mode:'open'}).innerHTML='<i style="display:block;height:40px;background:#fff"></i>'</script>`,
    style(`body{margin:0}p{margin:0}p::before{content:'';display:block;height:40px;background:#fff}`),
  ),
  '/later': html(
    `<div id="list" style="transition:all 9s;background:#fff;height:40px"></div><div id="inside"></div>
     <script>inside.attachShadow({mode:'open'});new MutationObserver((_,observer)=>{observer.disconnect();
       list.insertAdjacentHTML('afterend','<p style="margin:0;height:40px;background:#eee">');
       inside.shadowRoot.innerHTML='<p style="margin:0;height:40px;background:#eee">'}).observe(list,{attributes:true})</script>`,
    style('body{margin:0}'),
  ),
  '/restyled': html(
    `<div id="bar"><b>HHHHHH</b></div><div id="box">HHHHHH</div><div id="night">HHHHHH</div>
     <div id="short" style="background:var(--light)">HHHHHH</div>
     <div id="named" style="background: var(--named); transition: none;">HHHHHH</div><div><canvas width="600" height="40"></canvas><b id="drawn">HHHHHH</b></div>
     <div id="shown" style="display:none">HHHHHH</div>
     ${['own', 'replaced', 'sized'].map((id) => `<div id="${id}" style="--own: #fff; background: var(--own); color: #222;">HHHHHH</div>`).join('')}<div><canvas width="600" height="40"></canvas><b id="pushed">HHHHHH</b></div><div id="tab">HHHHHH</div><p id="tail"></p>
     <script>for(const canvas of document.querySelectorAll('canvas')){
       const context=canvas.getContext('2d');context.fillStyle='#fe8';context.fillRect(0,0,600,40)}
       new MutationObserver((_,observer)=>{observer.disconnect();
       bar.className='opaque';box.style.background='#fffe';night.className='dark';
       short.className='large';shown.style.display='block';named.style.setProperty('--named','#fff');
       own.style.setProperty('--own','#eee');replaced.style.background='#102030';replaced.style.color='#ddeeff';
       sized.style.setProperty('--own','#eee');sized.style.width='550px';tab.style.borderBottomColor='#f00';drawn.className=pushed.className='late'}).observe(tail,{attributes:true})</script>`,
    `${rowStyle}${style(
      `div{line-height:40px;height:40px;font:30px/40px monospace;transition:all 9s}#night,#shown,#tab{background:#fff;color:#222}#tab{border:10px solid #ccc;box-sizing:border-box;line-height:20px}
       #bar b{color:#fff}.opaque{background:#fff}#bar.opaque b{color:#222}#night.dark{background:#102030;color:#ddeeff}
       #short{--light:#fff;color:#222}canvas{position:absolute;left:0}b{color:#fff}#drawn{position:relative}.late{position:relative;color:#123456}
       body{background:#533;color:#eee}p{background:#fff;height:40px;margin:0}`,
    )}`,
  ),
};
