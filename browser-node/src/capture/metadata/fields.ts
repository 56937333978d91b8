import type { Metadata } from '@tintype/contracts';
import {
  attribute,
  link,
  meta,
  ofAudio,
  ofOrganization,
  ofSubject,
  ofVideo,
  ogPlayer,
  ogVideoFile,
  type Source,
  text,
} from './sources.js';
import { address, date, language, line, name, type Reader } from './values.js';

/** The first source whose text the reader accepts wins. */
export interface Field {
  read: Reader;
  sources: readonly Source[];
}

/** All fields with their sources, in order. A test compares them with the table in docs/api.md. */
export const fields: { readonly [F in keyof Metadata]: Field } = {
  author: {
    read: name,
    sources: [
      meta('author'),
      meta('article:author'),
      ofSubject('author.name'),
      ofSubject('author'),
      text('[itemprop~="author"] [itemprop="name"]'),
      text('[itemprop~="author"]'),
      text('a[rel~="author"]'),
      meta('dc.creator'),
      meta('twitter:creator'),
    ],
  },
  audio: {
    read: address,
    sources: [
      meta('og:audio:secure_url'),
      meta('og:audio:url'),
      meta('og:audio'),
      ofAudio('contentUrl'),
      ofSubject('audio.contentUrl'),
      attribute('audio[src]', 'src'),
      attribute('audio source[src]', 'src'),
    ],
  },
  date: {
    read: date,
    sources: [
      meta('article:published_time'),
      ofSubject('datePublished'),
      attribute('[itemprop="datePublished"][content]', 'content'),
      attribute('[itemprop="datePublished"][datetime]', 'datetime'),
      meta('date'),
      meta('dc.date'),
      meta('dcterms.created'),
      ofSubject('uploadDate'),
      attribute('time[pubdate]', 'datetime'),
      attribute('article time[datetime]', 'datetime'),
      meta('article:modified_time'),
      meta('og:updated_time'),
      ofSubject('dateModified'),
      attribute('time[datetime]', 'datetime'),
    ],
  },
  description: {
    read: line,
    sources: [
      meta('og:description'),
      meta('twitter:description'),
      meta('description'),
      ofSubject('description'),
      attribute('meta[itemprop="description"]', 'content'),
      meta('dc.description'),
    ],
  },
  feed: {
    read: address,
    sources: [
      link('link rss', '[rel~="alternate" i][type="application/rss+xml" i]'),
      link('link atom', '[rel~="alternate" i][type="application/atom+xml" i]'),
      link('link feed+json', '[rel~="alternate" i][type="application/feed+json" i]'),
    ],
  },
  iframe: {
    read: address,
    sources: [
      ogPlayer('og:video:secure_url'),
      ogPlayer('og:video:url'),
      ogPlayer('og:video'),
      meta('twitter:player'),
      ofVideo('embedUrl'),
      ofSubject('video.embedUrl'),
    ],
  },
  image: {
    read: address,
    sources: [
      meta('og:image:secure_url'),
      meta('og:image:url'),
      meta('og:image'),
      meta('twitter:image'),
      meta('twitter:image:src'),
      ofSubject('image.url'),
      ofSubject('image'),
      ofSubject('thumbnailUrl'),
      attribute('meta[itemprop="image"]', 'content'),
      link('link image_src', '[rel~="image_src" i]'),
    ],
  },
  lang: {
    read: language,
    sources: [
      attribute('html[lang]', 'lang'),
      meta('og:locale'),
      attribute('meta[http-equiv="content-language" i]', 'content'),
      meta('dc.language'),
      ofSubject('inLanguage'),
    ],
  },
  logo: {
    read: address,
    sources: [
      meta('og:logo'),
      ofSubject('publisher.logo.url'),
      ofSubject('publisher.logo'),
      ofOrganization('logo.url'),
      ofOrganization('logo'),
      attribute('img[itemprop="logo"]', 'src'),
      link('link apple-touch-icon', '[rel~="apple-touch-icon" i]'),
      link('link svg icon', '[rel~="icon" i][type="image/svg+xml" i]'),
      link('link icon', '[rel~="icon" i]'),
    ],
  },
  publisher: {
    read: name,
    sources: [
      meta('og:site_name'),
      ofSubject('publisher.name'),
      meta('publisher'),
      meta('application-name'),
      ofOrganization('name'),
      text('[itemprop~="publisher"] [itemprop="name"]'),
      meta('dc.publisher'),
      meta('article:publisher'),
      meta('twitter:site'),
    ],
  },
  title: {
    read: line,
    sources: [
      meta('og:title'),
      meta('twitter:title'),
      ofSubject('headline'),
      text('head > title'),
      ofSubject('name'),
      text('h1'),
    ],
  },
  url: { read: address, sources: [link('link canonical', '[rel~="canonical" i]'), meta('og:url')] },
  video: {
    read: address,
    sources: [
      ogVideoFile('og:video:secure_url'),
      ogVideoFile('og:video:url'),
      ogVideoFile('og:video'),
      meta('twitter:player:stream'),
      ofVideo('contentUrl'),
      ofSubject('video.contentUrl'),
      attribute('video[src]', 'src'),
      attribute('video source[src]', 'src'),
    ],
  },
};
