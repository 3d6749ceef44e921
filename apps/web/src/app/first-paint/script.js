// Runs before the first paint: without it a person who chose the dark theme sees a white flash on every visit. It says
// which of the two first paints of index.html is due, and asks at once for the files that the address will need.
(() => {
  /** Put in by the build. */
  const files = { entry: '', sheets: [], login: [], shell: [], home: [], meter: [], bill: [] };

  const read = (name) => {
    try {
      return localStorage.getItem(`nascente.${name}`);
    } catch {
      // Storage may be forbidden: the system's theme, the first brand and the login are shown.
      return null;
    }
  };

  const isDark = () => {
    const theme = read('theme');
    if (theme === 'dark' || theme === 'light') return theme === 'dark';
    return matchMedia('(prefers-color-scheme: dark)').matches;
  };

  const { pathname, search } = location;
  const isLogin = /^\/(login\/?)?$/.test(pathname);
  const isOther = /^\/(signup|recovery|invitation|sobre)/.test(pathname);

  /** Whether somebody signed in comes past the entrance, as main.tsx decides it. */
  const isInside = () => {
    if (isOther) return false;
    if (/[?&]token=./.test(search)) return true;
    return read('token') !== null && (!isLogin || read('keep-logged') === 'yes');
  };

  const isHome = isLogin || pathname === '/home';
  const [, mac] = /^\/(?:meter|eletric|water|tri|mono)\/([\da-fA-F:-]+)$/.exec(pathname) ?? [];
  const [, place] = /^\/bill\/([^/]+)$/.exec(pathname) ?? [];

  const ofScreen = () => {
    if (isHome) return files.home;
    if (mac) return files.meter;
    return place ? files.bill : [];
  };

  const wanted = (inside) => {
    if (!inside) return isOther ? [] : files.login;
    return [...files.shell, ...ofScreen()];
  };

  /** What the screen will ask of the server first. */
  const questions = () => {
    const who = 'POST /api/login/token';
    if (isHome) return [who, 'GET /api/establishment', 'GET /api/installation-meter'];
    if (mac) return [who, `GET /api/board/${encodeURIComponent(mac)}`];
    return place ? [who, `GET /api/establishment/${place}`] : [who];
  };

  /** Asked while the program is on its way; shared/first-answers.ts hands each answer on. */
  const askFirst = (token) => {
    const asked = {};
    for (const question of questions()) {
      const [method, address] = question.split(' ');
      const headers = { accept: 'application/json', 'access-token': token };
      asked[question] = fetch(address, { method, headers, cache: 'no-store' });
      // Whoever wants the answer hears of the failure; without anyone it is none.
      asked[question].catch(() => undefined);
    }
    window.firstAnswers = { token, askedAt: performance.now(), asked };
  };

  const link = (href, attributes) => {
    document.head.append(
      Object.assign(document.createElement('link'), { crossOrigin: '', href, ...attributes }),
    );
  };
  const askFor = (file) =>
    link(file, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });

  /** The paint goes before the work of a few hundred milliseconds; a page opened out of sight does not paint. */
  const start = () => {
    if (files.entry === '' || document.querySelector('script[src]')) return;
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: files.entry }),
    );
  };
  const startAfterPaint = () => {
    requestAnimationFrame(() => setTimeout(start));
    setTimeout(start, document.hidden ? 0 : 200);
  };

  const { dataset } = document.documentElement;
  const inside = isInside();
  dataset.mantineColorScheme = isDark() ? 'dark' : 'light';
  dataset.brand = read('brand') === 'second' ? 'second' : 'first';
  dataset.first = inside ? 'app' : 'entrance';
  if (dataset.brand === 'second') {
    document.title = 'Painel de Energia';
    // As brand-on-screen.ts does when somebody signs in: before the browser asks for the icon of the other brand.
    for (const element of document.querySelectorAll('link[data-second]')) {
      element.dataset.first = element.getAttribute('href');
      element.setAttribute('href', element.dataset.second);
    }
  }
  for (const sheet of files.sheets) link(sheet, { rel: 'stylesheet' });
  for (const file of wanted(inside)) askFor(file);
  // A token in the address takes the place of the kept one only once the program has judged it.
  if (inside && !/[?&]token=/.test(search)) askFirst(read('token'));
  document.addEventListener('DOMContentLoaded', startAfterPaint, { once: true });
})();
