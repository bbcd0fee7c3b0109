import { LoginCard, type LoginCardProps } from './login-card.tsx';

/** The sign-in page as a whole. The build also writes it into `login.html`, to paint before any script. */
export const LoginScreen = (card: LoginCardProps) => (
  <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center bg-[radial-gradient(56rem_28rem_at_50%_-6rem,var(--accent-soft),transparent)] px-4 py-10">
    <LoginCard {...card} />
  </main>
);
