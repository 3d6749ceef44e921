/** Where Home lies: apart from the other screens, so that the first one after the login does not wait for their names. */
export const loadHome = async () => (await import('../features/home/home-page.tsx')).HomePage;
