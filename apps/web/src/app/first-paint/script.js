// Runs before the first paint: without it a person who chose the dark theme sees a white flash on every visit. It says
// which of the two first paints of index.html is due, and asks at once for the files that the address will need.
(() => {
  /** Put in by the build. */
  const files = {
    entry: '',
    sheets: [],
    font: '',
    login: [],
    shell: [],
    home: [],
    meter: [],
    bill: [],
    explore: [],
  };

  const isOurs = (address) => {
    const { origin, pathname: path } = new URL(address, location.origin);
    return origin === location.origin && (path === '/sw.js' || path.startsWith('/assets/'));
  };
  // The only policy that the server allows, for every sink of the page and its libraries: HTML from a string is shown as
  // text, which is all that the tours write, and scripts come from the build.
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => text.replaceAll('<', '&lt;'),
    createScriptURL: (address) => (isOurs(address) ? address : null),
  });

  const read = (name) => {
    try {
      return localStorage.getItem(`nascente.${name}`);
    } catch {
      // Storage may be forbidden: the system's theme, the first brand and the login are shown.
      return null;
    }
  };

  const { pathname, search } = location;

  const isDark = () => {
    const theme = read('theme');
    if (theme === 'dark' || theme === 'light') return theme === 'dark';
    if (theme === null && pathname.startsWith('/tv/')) return true;
    return matchMedia('(prefers-color-scheme: dark)').matches;
  };

  const isLogin = /^\/(login\/?)?$/.test(pathname);
  const isOther = /^\/(signup|recovery|invitation|unrecognized|legal|sobre)/.test(pathname);

  /** Whether somebody signed in comes past the entrance, as main.tsx decides it. */
  const isInside = () => {
    if (isOther) return false;
    if (/[?&]token=./.test(search)) return true;
    return read('token') !== null && (!isLogin || read('keep-logged') === 'yes');
  };

  const isHome = isLogin || pathname === '/home';
  const isExplorer = pathname === '/explore';
  const [, mac] = /^\/(?:meter|eletric|water|tri|mono)\/([\da-fA-F:-]+)$/.exec(pathname) ?? [];
  const [, place] = /^\/bill\/([^/]+)$/.exec(pathname) ?? [];

  const ofScreen = () => {
    if (isHome) return files.home;
    if (isExplorer) return files.explore;
    if (mac) return files.meter;
    return place ? files.bill : [];
  };

  const wanted = (inside) => {
    if (!inside) return isOther ? [] : files.login;
    return [...files.shell, ...ofScreen()];
  };

  const address = new URLSearchParams(search);
  const who = 'POST /api/login/token';
  const places = 'GET /api/establishment';
  const meters = 'GET /api/installation-meter';

  const billOf = () => {
    const type = address.get('tipo') === 'agua' ? 'water' : 'eletric';
    const start = address.get('inicio');
    return `GET /api/establishment/${place}/bill?type=${type}${start ? `&start=${start}` : ''}`;
  };

  /** What the screen will ask of the server first. */
  const questions = () => {
    if (isHome) return [who, places, meters];
    if (isExplorer) return [who, meters];
    if (mac) {
      const meter = encodeURIComponent(mac);
      return [who, `GET /api/board/${meter}`, `GET /api/consolidated/monthly/${meter}`];
    }
    return place ? [who, `GET /api/establishment/${place}`, billOf()] : [who];
  };

  /** What Home's first cards will ask, of the establishment that it opens with, as home-page.tsx chooses it. */
  const questionsOfHome = ([{ user }, { establishments = [] }, { installationsMeter = [] }]) => {
    const known = (wanted) => establishments.find(({ _id }) => _id === wanted);
    const chosen = known(address.get('estabelecimento')) ?? known(read(`last-establishment.${user?._id}`));
    const { _id: id } = chosen ?? establishments[0] ?? {};
    const own = installationsMeter.filter(({ establishmentId }) => establishmentId === id);
    const water = own.filter(({ type }) => type === 'water');
    return [
      ...[...new Set(own.map(({ type }) => type))].map(
        (type) => `GET /api/establishment/${id}/consumption?type=${type}`,
      ),
      ...water.map(({ macAddress }) => `GET /api/consolidated/night-flow/${encodeURIComponent(macAddress)}`),
    ];
  };

  /** Requests while the program loads; `shared/api/api-client.ts` takes the answers. */
  const askFirst = (token) => {
    const [requests, came] = [{}, {}];
    const ask = (question) => {
      const [method, address] = question.split(' ');
      const headers = { accept: 'application/json', 'access-token': token };
      requests[question] = fetch(address, { method, headers, cache: 'no-store' });
      // The program reads the answer itself, so this reads a copy. The program reports a failure.
      const reading = requests[question].then((answer) => (answer.ok ? answer.clone().json() : undefined));
      return reading.then(
        (answer) => (came[question] = answer),
        () => undefined,
      );
    };
    const answers = questions().map(ask);
    window.firstAnswers = { token, requestedAt: performance.now(), requests, came };
    if (isHome) {
      void Promise.all(answers).then((all) => {
        if (!all.includes(undefined)) questionsOfHome(all).forEach(ask);
      });
    }
  };

  const link = (href, attributes) => {
    const element = Object.assign(document.createElement('link'), { crossOrigin: '', href, ...attributes });
    document.head.append(element);
    return element;
  };
  const askFor = (file) =>
    link(file, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });

  /**
   * The text font comes while the program is evaluated, when nothing else is on the way: it is as large as a third of the
   * scripts, and before them there is no text. The fallback has its measures, so nothing moves when it comes.
   */
  const askForFontAfter = (links) => {
    const arrivals = links.map(
      (one) => new Promise((done) => Object.assign(one, { onload: done, onerror: done })),
    );
    void Promise.all(arrivals).then(() => {
      if (files.font !== '') link(files.font, { rel: 'preload', as: 'font', type: 'font/woff2' });
    });
  };

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
  // Before the files: these few bytes lead to further questions, and would else wait for a connection behind them.
  // A token in the address takes the place of the kept one only once the program has judged it.
  if (inside && !/[?&]token=/.test(search)) askFirst(read('token'));
  for (const sheet of files.sheets) link(sheet, { rel: 'stylesheet' });
  askForFontAfter(wanted(inside).map(askFor));
  document.addEventListener('DOMContentLoaded', startAfterPaint, { once: true });
})();
