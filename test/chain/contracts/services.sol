// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Stand-ins for contracts whose real code is in no package: the ENS Universal Resolver with the interface of its
// third version, a resolver that answers off chain, a Chainlink aggregator, and Arbitrum's precompiles.

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface Resolver {
    function addr(bytes32 node) external view returns (address payable);
    function name(bytes32 node) external view returns (string memory);
}

contract UniversalResolver {
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error HttpError(uint16 status, string message);
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    Registry public registry;

    constructor(Registry registry_) {
        registry = registry_;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        address resolver = find(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        (bool done, bytes memory answer) = resolver.staticcall(data);
        if (done) return (answer, resolver);
        if (answer.length < 4 || bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);
        (address sender, string[] memory urls, bytes memory callData, bytes4 callback, bytes memory extra) =
            abi.decode(tail(answer), (address, string[], bytes, bytes4, bytes));
        Request[] memory requests = new Request[](1);
        requests[0] = Request(sender, urls, callData);
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeWithSignature("query((address,string[],bytes)[])", requests),
            this.received.selector,
            abi.encode(resolver, callback, extra)
        );
    }

    function received(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory, address)
    {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        (address resolver, bytes4 callback, bytes memory extra) = abi.decode(extraData, (address, bytes4, bytes));
        if (failures[0]) revert ResolverError(responses[0]);
        (bool done, bytes memory answer) = resolver.staticcall(abi.encodeWithSelector(callback, responses[0], extra));
        if (!done) revert ResolverError(answer);
        return (abi.decode(answer, (bytes)), resolver);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        bytes32 parent = coinType == 60
            ? bytes32(0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2)
            : keccak256(abi.encode("another chain", coinType));
        bytes32 node = keccak256(abi.encodePacked(parent, keccak256(digits(account))));
        reverseResolver = registry.resolver(node);
        if (reverseResolver == address(0)) revert ResolverNotFound(account);
        primary = Resolver(reverseResolver).name(node);
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes32 forward = hashOf(bytes(primary));
        resolver = registry.resolver(forward);
        address claimed = resolver == address(0) ? address(0) : Resolver(resolver).addr(forward);
        if (claimed != address(bytes20(account))) revert ReverseAddressMismatch(primary, abi.encodePacked(claimed));
    }

    function find(bytes calldata name) private view returns (address) {
        for (uint256 at = 0; uint8(name[at]) != 0; at += 1 + uint8(name[at])) {
            address resolver = registry.resolver(hashFrom(name, at));
            if (resolver != address(0)) return resolver;
        }
        return address(0);
    }

    function hashFrom(bytes calldata name, uint256 at) private pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return 0;
        return keccak256(abi.encodePacked(hashFrom(name, at + 1 + length), keccak256(name[at + 1:at + 1 + length])));
    }

    function hashOf(bytes memory name) private pure returns (bytes32 node) {
        uint256 end = name.length;
        for (uint256 at = name.length; ; at--) {
            if (at == 0 || name[at - 1] == ".") {
                bytes memory label = new bytes(end - at);
                for (uint256 i = 0; i < label.length; i++) label[i] = name[at + i];
                node = keccak256(abi.encodePacked(node, keccak256(label)));
                if (at == 0) return node;
                end = at - 1;
            }
        }
    }

    function digits(bytes calldata account) private pure returns (bytes memory text) {
        bytes16 alphabet = "0123456789abcdef";
        text = new bytes(account.length * 2);
        for (uint256 i = 0; i < account.length; i++) {
            text[2 * i] = alphabet[uint8(account[i]) >> 4];
            text[2 * i + 1] = alphabet[uint8(account[i]) & 15];
        }
    }

    function tail(bytes memory data) private pure returns (bytes memory rest) {
        rest = new bytes(data.length - 4);
        for (uint256 i = 0; i < rest.length; i++) rest[i] = data[i + 4];
    }
}

/// Knows nothing itself and sends its reader to a gateway, whose answer it takes as it is.
contract OffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    string[] public urls;

    constructor(string memory url, uint256 copies) {
        for (uint256 i = 0; i < copies; i++) urls.push(url);
    }

    fallback() external {
        revert OffchainLookup(address(this), urls, msg.data, this.received.selector, "");
    }

    function received(bytes calldata response, bytes calldata) external pure returns (bytes memory) {
        return response;
    }
}

/// What the registrar of names under .eth tells of when they end.
contract Registrar {
    mapping(uint256 => uint256) public nameExpires;

    function set(uint256 id, uint256 time) external {
        nameExpires[id] = time;
    }
}

contract Aggregator {
    uint8 public decimals = 8;
    string public description;
    int256 private answer;
    uint256 private updatedAt;

    constructor(string memory description_) {
        description = description_;
    }

    function set(int256 answer_, uint256 updatedAt_) external {
        answer = answer_;
        updatedAt = updatedAt_;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, updatedAt, updatedAt, 1);
    }
}

/// Arbitrum's own block number (ArbSys), and the L1 part of a gas estimate (NodeInterface).
contract ArbitrumServices {
    function arbBlockNumber() external pure returns (uint256) {
        return 123456789;
    }

    function gasEstimateL1Component(address, bool, bytes calldata data) external pure returns (uint64, uint256, uint256) {
        return (uint64(1000 + data.length), 20000000, 7000000000);
    }
}
