import type { ComponentType } from 'preact';
import type { IconName } from '../components/icon.js';
import { NotFound } from '../layout/not-found.js';
import { matchPath } from './location.js';

export interface ListedPage {
  path: string;
  title: string;
  icon: IconName;
  component: ComponentType;
}

/** Pages below each other in the navigation. */
export interface PageGroup {
  title?: string;
  pages: readonly ListedPage[];
}

/** The page of one thing, such as a session; it is below a listed page. */
export interface DetailPage {
  pattern: string;
  component: ComponentType<Record<string, string>>;
}

/** The page of a path. The first pattern that fits counts. */
export const pageAt = (path: string, groups: readonly PageGroup[], details: readonly DetailPage[]) => {
  const listed = groups.flatMap(({ pages }) => pages).find((page) => page.path === path);
  if (listed) return <listed.component key={path} />;
  for (const { pattern, component: Component } of details) {
    const parameters = matchPath(pattern, path);
    if (parameters) return <Component key={path} {...parameters} />;
  }
  return <NotFound key={path} />;
};
