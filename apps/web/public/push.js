// Part of the service worker: shows what is told of alerts, and leads there when it is pressed.
self.addEventListener('push', (event) => {
  const told = event.data?.json();
  if (!told) return;
  const shown = {
    body: told.body,
    tag: told.tag,
    data: { path: told.path },
    icon: '/icons/icon-192.png',
    lang: 'pt-BR',
  };
  event.waitUntil(self.registration.showNotification(told.title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.path ?? '/alerts', self.location.origin);
  // Nothing but this application is opened, whatever was sent.
  const path = address.origin === self.location.origin ? address.href : self.location.origin;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (windows) => {
      const [open] = windows;
      if (!open) return self.clients.openWindow(path);
      await open.focus();
      return open.navigate(path).catch(() => self.clients.openWindow(path));
    }),
  );
});
