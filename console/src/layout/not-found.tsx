import { Page } from '../components/page.js';
import { Empty } from '../components/states.js';
import { Link } from '../routing/location.js';

export const NotFound = () => (
  <Page title="No such page">
    <Empty icon="search" title="The console has no page at this address">
      <p>A link may be old, or mistyped.</p>
      <Link to="/" class="button">
        Go to the overview
      </Link>
    </Empty>
  </Page>
);
