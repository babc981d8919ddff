//! DNS queries to the name servers that this machine is configured with.

use std::net::IpAddr;

use hickory_resolver::TokioResolver;
use hickory_resolver::net::NetError;
use hickory_resolver::proto::rr::{RData, RecordType};

use super::{DnsError, TIMEOUT};

pub(super) fn mail_servers(name: &str) -> Result<Vec<String>, DnsError> {
    let mut servers: Vec<(u16, String)> = Vec::new();
    for record in look_up(name, RecordType::MX)? {
        if let RData::MX(mx) = record {
            servers.push((mx.preference, mx.exchange.to_string()));
        }
    }
    servers.sort();
    let bare = |(_, name): (u16, String)| name.trim_end_matches('.').to_owned();
    // The mail server `.` means that the name accepts no mail (RFC 7505).
    Ok(servers.into_iter().map(bare).filter(|name| !name.is_empty()).collect())
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
    let text = |record| match record {
        // A long text is stored as several strings.
        RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned()),
        _ => None,
    };
    Ok(look_up(name, RecordType::TXT)?.into_iter().filter_map(text).collect())
}

fn look_up(name: &str, kind: RecordType) -> Result<Vec<RData>, DnsError> {
    let failed = |error: NetError| DnsError(error.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| DnsError(error.to_string()))?;
    let mut resolver = TokioResolver::builder_tokio().map_err(failed)?;
    let options = resolver.options_mut();
    (options.timeout, options.attempts) = (TIMEOUT / 2, 1);
    let resolver = resolver.build().map_err(failed)?;
    // A trailing dot makes the name absolute, so that the search domains of this machine are not tried.
    let name = format!("{}.", name.trim_end_matches('.'));
    let asked = async { tokio::time::timeout(TIMEOUT, resolver.lookup(name, kind)).await };
    match runtime.block_on(asked) {
        Ok(Ok(found)) => Ok(found.answers().iter().map(|record| record.data.clone()).collect()),
        Ok(Err(error)) if error.is_no_records_found() => Ok(Vec::new()),
        Ok(Err(error)) => Err(failed(error)),
        Err(_) => Err(DnsError("no answer in time".into())),
    }
}
