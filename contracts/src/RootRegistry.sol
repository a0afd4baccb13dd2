// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IBurnable} from "./interfaces/IBurnable.sol";
import {IRootRegistry, Proof} from "./interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "./interfaces/IWithdrawalVault.sol";
import {AdminRoles} from "./libraries/AdminRoles.sol";
import {SumTree} from "./libraries/SumTree.sol";

/// @title RootRegistry
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract RootRegistry is IRootRegistry {
    /// @dev Two slots. Times of 40 bits last until the year 36812.
    struct EpochState {
        uint40 postedAt;
        uint40 confirmedAt;
        bool isVetoed;
        address poster;
        bytes32 digest;
    }

    /// @dev Two slots. Both tokens' supplies are far below 2**248.
    struct Root {
        bytes32 hash;
        uint248 total;
        bool posted;
    }

    /// @notice Seconds from the confirmation of an epoch until it is final: time to see a false root, to veto
    /// it, and to leave before it counts.
    uint256 public constant FINALITY = 7 days;
    /// @notice Seconds between two posts, at least.
    uint256 public constant POST_INTERVAL = 20 hours;
    /// @notice Seconds from unlocking until an account can claim again.
    uint256 public constant UNLOCK_NOTICE = 3 days;
    /// @notice Siblings in a path, at most: enough for 2**40 accounts.
    uint256 public constant PATH_LENGTH_MAX = 40;
    uint256 private constant BOOKS = 5;

    /// @inheritdoc IRootRegistry
    address public immutable override ADMIN;
    /// @inheritdoc IRootRegistry
    IWithdrawalVault public immutable override MINER_VAULT;
    /// @inheritdoc IRootRegistry
    IWithdrawalVault public immutable override DEFLATION_VAULT;
    /// @inheritdoc IRootRegistry
    IWithdrawalVault public immutable override NODE_VAULT;
    /// @inheritdoc IRootRegistry
    IBurnable public immutable override DR_TOKEN;
    /// @inheritdoc IRootRegistry
    IERC20 public immutable override USDT;

    /// @inheritdoc IRootRegistry
    address public override attester;
    /// @dev Shares the attester's slot.
    uint64 private _lastEpoch;
    /// @inheritdoc IRootRegistry
    address public override witness;
    /// @dev Block of the newest epoch's snapshot; shares the witness's slot.
    uint64 private _lastSnapshot;

    mapping(uint256 epoch => EpochState) private _epochs;
    mapping(uint256 epoch => mapping(address vault => mapping(address token => Root))) private _roots;
    /// @inheritdoc IRootRegistry
    mapping(address account => uint256) public override claimsFrom;

    modifier onlyAdmin() {
        if (msg.sender != ADMIN) revert NotAdmin();
        _;
    }

    /// @dev To be deployed after the vaults, at the address they were given: it asks each of them.
    constructor(
        address admin,
        address attester_,
        address witness_,
        IWithdrawalVault minerVault,
        IWithdrawalVault deflationVault,
        IWithdrawalVault nodeVault
    ) {
        if (admin == address(0)) revert ZeroValue();
        ADMIN = admin;
        _setAttester(attester_);
        _setWitness(witness_);
        IBurnable dr = minerVault.DR_TOKEN();
        IERC20 usdt = minerVault.USDT();
        IWithdrawalVault[3] memory vaults = [minerVault, deflationVault, nodeVault];
        for (uint256 i = 0; i < vaults.length; ++i) {
            IWithdrawalVault vault = vaults[i];
            bool isOurs = vault.INDEX() == i && address(vault.ROOT_REGISTRY()) == address(this);
            bool paysTheSame = address(vault.DR_TOKEN()) == address(dr) && address(vault.USDT()) == address(usdt);
            if (!isOurs || !paysTheSame) revert VaultWrong(address(vault));
        }
        (MINER_VAULT, DEFLATION_VAULT, NODE_VAULT) = (minerVault, deflationVault, nodeVault);
        (DR_TOKEN, USDT) = (dr, usdt);
    }

    /// @inheritdoc IRootRegistry
    function post(uint256 epoch, uint256 snapshotBlock, Book[] calldata books) external override {
        if (msg.sender != attester) revert NotAttester();
        uint256 last = _lastEpoch;
        if (epoch != last + 1) revert EpochWrong(epoch, last + 1);
        if (last != 0) {
            uint256 postableFrom = _epochs[last].postedAt + POST_INTERVAL;
            if (block.timestamp < postableFrom) revert PostedTooRecently(postableFrom);
        }
        if (snapshotBlock >= block.number || snapshotBlock <= _lastSnapshot) revert SnapshotWrong(snapshotBlock);
        if (books.length != BOOKS) revert BooksWrong();

        uint256 refused;
        for (uint256 i = 0; i < BOOKS; ++i) {
            if (!_postBook(epoch, i, books[i])) refused |= 1 << i;
        }
        bytes32 digest = keccak256(abi.encode(epoch, snapshotBlock, books, refused));
        _epochs[epoch] = EpochState(uint40(block.timestamp), 0, false, msg.sender, digest);
        _lastEpoch = uint64(epoch);
        _lastSnapshot = uint64(snapshotBlock);
        emit RootsPosted(epoch, msg.sender, snapshotBlock, digest);
    }

    /// @inheritdoc IRootRegistry
    function confirm(uint256 epoch, bytes32 digest) external override {
        if (msg.sender != witness) revert NotWitness();
        if (epoch != _lastEpoch) revert EpochWrong(epoch, _lastEpoch);
        EpochState storage state = _epochs[epoch];
        if (state.postedAt == 0) revert EpochUnknown(epoch);
        if (state.isVetoed) revert EpochIsVoid(epoch);
        if (state.confirmedAt != 0) revert EpochIsConfirmed(epoch);
        if (state.poster == msg.sender) revert RolesNotDistinct();
        if (state.digest != digest) revert DigestWrong(state.digest);
        state.confirmedAt = uint40(block.timestamp);
        emit EpochConfirmed(epoch, msg.sender, digest);
    }

    /// @inheritdoc IRootRegistry
    /// @dev Epochs are confirmed in their order, so none is final after one that is not: of the epochs before
    /// a final one, those that are not final are void.
    function veto(uint256 epoch) external override {
        if (!AdminRoles.isHeldBy(ADMIN, msg.sender)) revert NotVetoer();
        if (_epochs[epoch].postedAt == 0) revert EpochUnknown(epoch);
        if (isFinal(epoch)) revert EpochIsFinal(epoch);
        for (uint256 e = _lastEpoch; e >= epoch && !isFinal(e); --e) {
            if (!_isVoid(e)) _epochs[e].isVetoed = true;
        }
        emit EpochsVetoed(epoch, msg.sender);
    }

    /// @inheritdoc IRootRegistry
    function lockClaims() external override {
        claimsFrom[msg.sender] = type(uint256).max;
        emit ClaimsLocked(msg.sender);
    }

    /// @inheritdoc IRootRegistry
    function unlockClaims() external override {
        if (claimsFrom[msg.sender] != type(uint256).max) return;
        uint256 from = block.timestamp + UNLOCK_NOTICE;
        claimsFrom[msg.sender] = from;
        emit ClaimsUnlocked(msg.sender, from);
    }

    /// @inheritdoc IRootRegistry
    function setAttester(address newAttester) external override onlyAdmin {
        _setAttester(newAttester);
    }

    /// @inheritdoc IRootRegistry
    function setWitness(address newWitness) external override onlyAdmin {
        _setWitness(newWitness);
    }

    /// @inheritdoc IRootRegistry
    function granted(address vault, address account, address token, Proof calldata proof)
        external
        view
        override
        returns (uint256 earned)
    {
        if (block.timestamp < claimsFrom[account]) revert ClaimsAreLocked(claimsFrom[account]);
        earned = proof.earned;
        uint256 length = proof.path.length;
        if (proof.epoch == 0) {
            if (earned != 0 || proof.index != 0 || length != 0) revert ProofInvalid();
            return 0;
        }
        if (!isFinal(proof.epoch)) revert EpochNotFinal(proof.epoch);
        if (length > PATH_LENGTH_MAX || proof.index >> length != 0) revert ProofInvalid();
        (bytes32 hash, uint256 total) =
            SumTree.fold(SumTree.leafOf(vault, token, account, earned), earned, proof.index, proof.path);
        Root storage root = _roots[proof.epoch][vault][token];
        // a book without a root has the hash 0, to which nothing folds
        if (hash != root.hash || total != root.total) revert ProofInvalid();
    }

    /// @inheritdoc IRootRegistry
    function epochOf(uint256 epoch) external view override returns (Epoch memory) {
        EpochState memory state = _epochs[epoch];
        return Epoch(state.postedAt, state.confirmedAt, _isVoid(epoch), state.poster, state.digest);
    }

    /// @inheritdoc IRootRegistry
    function rootOf(uint256 epoch, address vault, address token)
        external
        view
        override
        returns (bytes32 hash, uint256 total, bool posted)
    {
        Root memory root = _roots[epoch][vault][token];
        return (root.hash, root.total, root.posted);
    }

    /// @inheritdoc IRootRegistry
    function lastEpoch() external view override returns (uint256) {
        return _lastEpoch;
    }

    /// @inheritdoc IRootRegistry
    function isFinal(uint256 epoch) public view override returns (bool) {
        EpochState storage state = _epochs[epoch];
        uint256 confirmedAt = state.confirmedAt;
        return confirmedAt != 0 && !state.isVetoed && block.timestamp >= confirmedAt + FINALITY;
    }

    /// @inheritdoc IRootRegistry
    function mostEarned(address vault, address token) public view override returns (uint256) {
        uint256 came = IERC20(token).balanceOf(vault) + IWithdrawalVault(vault).totalPaid(token);
        uint256 deposits = IWithdrawalVault(vault).totalDeposited(token);
        return came > deposits ? came - deposits : 0;
    }

    /// @inheritdoc IRootRegistry
    function isVault(address account) external view override returns (bool) {
        return account == address(MINER_VAULT) || account == address(DEFLATION_VAULT) || account == address(NODE_VAULT);
    }

    /// @dev Gives a book its root; false: it claims more than there can be, and has none.
    function _postBook(uint256 epoch, uint256 i, Book calldata book) private returns (bool) {
        (address vault, address token, bytes32 hash, uint256 total) = (book.vault, book.token, book.hash, book.total);
        (address knownVault, address knownToken) = _bookAt(i);
        if (vault != knownVault || token != knownToken) revert BooksWrong();
        uint256 maximum = mostEarned(vault, token);
        if (total > maximum) {
            emit BookRefused(epoch, vault, token, hash, total, maximum);
            return false;
        }
        // forge-lint: disable-next-line(unsafe-typecast)
        _roots[epoch][vault][token] = Root(hash, uint248(total), true); // at most what there is of the token
        emit BookPosted(epoch, vault, token, hash, total);
        return true;
    }

    /// @dev Vault and token of book `i`: DR of the miner vault, then USDT and DR of the two others.
    function _bookAt(uint256 i) private view returns (address vault, address token) {
        vault = address(i == 0 ? MINER_VAULT : i < 3 ? DEFLATION_VAULT : NODE_VAULT);
        token = i % 2 == 0 ? address(DR_TOKEN) : address(USDT);
    }

    function _isVoid(uint256 epoch) private view returns (bool) {
        EpochState storage state = _epochs[epoch];
        return state.isVetoed || (state.confirmedAt == 0 && state.postedAt != 0 && epoch != _lastEpoch);
    }

    function _setAttester(address newAttester) private {
        _requireKey(newAttester, witness);
        emit AttesterSet(attester, newAttester);
        attester = newAttester;
    }

    function _setWitness(address newWitness) private {
        _requireKey(newWitness, attester);
        emit WitnessSet(witness, newWitness);
        witness = newWitness;
    }

    function _requireKey(address key, address other) private view {
        if (key == address(0)) revert ZeroValue();
        if (key == other || AdminRoles.isHeldBy(ADMIN, key)) revert RolesNotDistinct();
    }
}
