//! DNS queries to the name servers that this machine is configured with.

use std::net::IpAddr;

use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::{RData, RecordType};
use hickory_resolver::{ResolverBuilder, TokioResolver};

use super::{DnsError, TIMEOUT};

pub(super) fn mail_servers(name: &str) -> Result<Vec<String>, DnsError> {
    Ok(mail_servers_of(look_up(name, RecordType::MX)?))
}

/// Names of the mail servers in MX records, the preferred one first.
fn mail_servers_of(records: Vec<RData>) -> Vec<String> {
    let server = |record| match record {
        RData::MX(mx) => Some((mx.preference, mx.exchange.to_string())),
        _ => None,
    };
    let mut servers: Vec<(u16, String)> = records.into_iter().filter_map(server).collect();
    servers.sort();
    let bare = |(_, name): (u16, String)| name.trim_end_matches('.').to_owned();
    // The mail server `.` means that the name accepts no mail (RFC 7505).
    servers.into_iter().map(bare).filter(|name| !name.is_empty()).collect()
}

pub(super) fn addresses(name: &str) -> Result<Vec<IpAddr>, DnsError> {
    let (old, new) = (look_up(name, RecordType::A)?, look_up(name, RecordType::AAAA)?);
    let address = |record| match record {
        RData::A(address) => Some(IpAddr::V4(address.0)),
        RData::AAAA(address) => Some(IpAddr::V6(address.0)),
        _ => None,
    };
    Ok(old.into_iter().chain(new).filter_map(address).collect())
}

pub(super) fn texts(name: &str) -> Result<Vec<String>, DnsError> {
    Ok(texts_of(look_up(name, RecordType::TXT)?))
}

fn texts_of(records: Vec<RData>) -> Vec<String> {
    let text = |record| match record {
        // A long text is stored as several strings.
        RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned()),
        _ => None,
    };
    records.into_iter().filter_map(text).collect()
}

fn look_up(name: &str, kind: RecordType) -> Result<Vec<RData>, DnsError> {
    query(TokioResolver::builder_tokio().map_err(|error| failed(&error))?, name, kind)
}

/// Sends a query to the resolver's name servers. A name without such records has none; an unknown name is no error either.
fn query(
    mut resolver: ResolverBuilder<TokioRuntimeProvider>,
    name: &str,
    kind: RecordType,
) -> Result<Vec<RData>, DnsError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| DnsError(error.to_string()))?;
    let options = resolver.options_mut();
    (options.timeout, options.attempts) = (TIMEOUT / 2, 1);
    let resolver = resolver.build().map_err(|error| failed(&error))?;
    // A trailing dot makes the name absolute, so that the search domains of this machine are not tried.
    let name = format!("{}.", name.trim_end_matches('.'));
    let asked = async { tokio::time::timeout(TIMEOUT, resolver.lookup(name, kind)).await };
    match runtime.block_on(asked) {
        Ok(Ok(found)) => Ok(found.answers().iter().map(|record| record.data.clone()).collect()),
        Ok(Err(error)) if error.is_no_records_found() => Ok(Vec::new()),
        Ok(Err(error)) => Err(failed(&error)),
        Err(_) => Err(DnsError("no answer in time".into())),
    }
}

fn failed(error: &NetError) -> DnsError {
    DnsError(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::net::UdpSocket;
    use std::thread;

    use hickory_resolver::config::{
        ConnectionConfig, NameServerConfig, ProtocolConfig, ResolverConfig,
    };
    use hickory_resolver::proto::op::{Message, ResponseCode};
    use hickory_resolver::proto::rr::rdata::{MX, TXT};
    use hickory_resolver::proto::rr::{Name, Record};

    use super::*;

    /// Asks a name server on this machine, which answers with these records or, without any, that it knows no such name.
    fn query_server(kind: RecordType, records: Vec<RData>) -> Result<Vec<RData>, DnsError> {
        let server = UdpSocket::bind("127.0.0.1:0").unwrap();
        let address = server.local_addr().unwrap();
        let answering = thread::spawn(move || {
            let mut bytes = [0; 512];
            let (length, client) = server.recv_from(&mut bytes).unwrap();
            let mut message = Message::from_vec(&bytes[..length]).unwrap().into_response();
            let name = message.queries[0].name().clone();
            if records.is_empty() {
                message.metadata.response_code = ResponseCode::NXDomain;
            }
            for record in records {
                message.add_answer(Record::from_rdata(name.clone(), 60, record));
            }
            server.send_to(&message.to_vec().unwrap(), client).unwrap();
        });
        let mut connection = ConnectionConfig::new(ProtocolConfig::Udp);
        connection.port = address.port();
        let server = NameServerConfig::new(address.ip(), true, vec![connection]);
        let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
        let resolver = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
        let found = query(resolver, "example.org", kind);
        answering.join().unwrap();
        found
    }

    fn mail_server(preference: u16, name: &str) -> RData {
        RData::MX(MX::new(preference, Name::from_ascii(name).unwrap()))
    }

    #[test]
    fn preferred_mail_server_comes_first() {
        let records = vec![mail_server(20, "b.example.org."), mail_server(10, "a.example.org.")];
        let found = query_server(RecordType::MX, records).unwrap();
        assert_eq!(mail_servers_of(found), ["a.example.org", "b.example.org"]);
    }

    #[test]
    fn null_mail_server_is_none() {
        let found = query_server(RecordType::MX, vec![mail_server(0, ".")]).unwrap();
        assert_eq!(mail_servers_of(found), Vec::<String>::new());
    }

    #[test]
    fn parts_of_long_text_are_joined() {
        let parts = vec!["v=spf1 ".to_owned(), "-all".to_owned()];
        let found = query_server(RecordType::TXT, vec![RData::TXT(TXT::new(parts))]).unwrap();
        assert_eq!(texts_of(found), ["v=spf1 -all"]);
    }

    #[test]
    fn unknown_name_has_no_records() {
        assert_eq!(query_server(RecordType::MX, Vec::new()).unwrap(), []);
    }
}
