/**
 * An address book: add people with their email address and telephone number,
 * and find them by a part of the name.
 * #contacts #people #addressbook #app
 */
import {
  action,
  computed,
  Default,
  NAME,
  pattern,
  type PerSession,
  Stream,
  UI,
  type VNode,
  Writable,
} from "commonfabric";

/** A person in the address book. */
export interface Contact {
  name: string;
  email: string | Default<"">;
  phone: string | Default<"">;
}

export interface ContactsInput {
  contacts?: Writable<Contact[] | Default<[]>>;
  /** Part of a name to look for; each open window has its own. */
  search?: PerSession<Writable<string | Default<"">>>;
}

export interface ContactsOutput {
  [NAME]: string;
  [UI]: VNode;
  contacts: Contact[];
  /** Contacts whose name contains `search`, by name. */
  found: Contact[];
  addContact: Stream<Contact>;
}

export default pattern<ContactsInput, ContactsOutput>(
  ({ contacts, search }) => {
    const name = new Writable("");
    const email = new Writable("");

    const addContact = action((contact: Contact) => {
      contacts.push(contact);
    });
    const addTyped = action(() => {
      if (!name.get().trim()) return;
      contacts.push({
        name: name.get().trim(),
        email: email.get().trim(),
        phone: "",
      });
      name.set("");
      email.set("");
    });
    const found = computed(() => {
      const part = search.get().toLowerCase();
      return contacts.get()
        .filter((contact) => contact.name.toLowerCase().includes(part))
        .toSorted((a, b) => a.name.localeCompare(b.name));
    });
    const count = computed(() => contacts.get().length);

    return {
      [NAME]: computed(() => `Contacts (${count})`),
      [UI]: (
        <cf-screen>
          <cf-input type="search" $value={search} placeholder="Find a name" />
          {found.map((contact) => (
            <cf-card>
              <cf-hstack gap="2">
                <cf-avatar name={contact.name} />
                <strong>{contact.name}</strong>
                <span>{contact.email}</span>
                <span>{contact.phone}</span>
              </cf-hstack>
            </cf-card>
          ))}
          <cf-hstack gap="2">
            <cf-input $value={name} placeholder="Name" />
            <cf-input type="email" $value={email} placeholder="Email" />
            <cf-button onClick={addTyped}>Add</cf-button>
          </cf-hstack>
        </cf-screen>
      ),
      contacts,
      found,
      addContact,
    };
  },
);
