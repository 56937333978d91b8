import type { ComponentChildren } from 'preact';
import { Brand } from '../components/icon.js';

interface SignInBoxProps {
  /** Stands beside the logo. */
  name: string;
  about: string;
  /** Why the page is shown again. */
  notice: string | undefined;
  children: ComponentChildren;
}

/** The page of a person who has not signed in. */
export const SignInBox = ({ name, about, notice, children }: SignInBoxProps) => (
  <main class="sign-in">
    <div class="sign-in-box">
      <div class="brand">
        <Brand />
        {name}
      </div>
      <header>
        <h1>Sign in</h1>
        <p class="muted">{about}</p>
      </header>
      {notice && <p class="notice warn">{notice}</p>}
      {children}
    </div>
  </main>
);
