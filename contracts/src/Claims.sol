// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {BurnRate} from "./BurnRate.sol";
import {WAD} from "./Constants.sol";
import {DailyCaps} from "./DailyCaps.sol";
import {FreshDeposits} from "./FreshDeposits.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {IRootRegistry, Proof} from "./interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "./interfaces/IWithdrawalVault.sol";
import {Deployed} from "./libraries/Deployed.sol";

/// @title Claims: what an account takes out, or gives to another, by its own call alone
/// @dev What lowers an account's claim (`paid`) and what it put in (`credited`, `free`) is counted here, and a
/// root says only what it earned, which rises alone. So an old proof never becomes wrong, and any final one
/// grants no more than is owed.
abstract contract Claims is BurnRate, DailyCaps, ReentrancyGuardTransient {
    using SafeCast for uint256;
    using SafeERC20 for IBurnable;
    using SafeERC20 for IERC20;

    /// @dev One slot.
    struct PutIn {
        uint128 credited;
        uint128 free;
    }

    /// @notice Minimum of a claim that is not of all there is, and of a transfer: one token. Each is a row in
    /// the ledger for good.
    uint256 public constant CLAIM_MIN = WAD;
    uint256 internal constant MINER = 0;
    uint256 internal constant NODE = 2;

    /// @inheritdoc IWithdrawalVault
    uint256 public immutable override INDEX;
    /// @inheritdoc IWithdrawalVault
    IRootRegistry public immutable override ROOT_REGISTRY;

    mapping(address account => mapping(address token => PutIn)) private _putIn;
    mapping(address token => uint256) private _totalDeposited;
    mapping(address token => uint256) private _totalTransferred;
    mapping(address token => uint256) private _totalKept;

    constructor(Setup memory setup) BurnRate(setup.dr, setup.usdt, setup.oracle) FreshDeposits(setup.depositor) {
        if (setup.index > NODE) revert OutOfBounds();
        Deployed.requireAccount(address(setup.rootRegistry)); // has no code yet: it asks the vaults
        INDEX = setup.index;
        ROOT_REGISTRY = setup.rootRegistry;
    }

    /// @inheritdoc IWithdrawalVault
    function claim(address token, uint256 amount, Proof calldata proof) external override nonReentrant {
        uint256 all = _claimableBy(token, proof);
        if (amount == type(uint256).max) amount = all;
        if (amount == 0) revert AmountZero();
        if (amount > all) revert ClaimableExceeded(amount, all);
        if (amount < CLAIM_MIN && amount != all) revert AmountTooSmall(amount, CLAIM_MIN);

        uint256 unburned = Math.min(amount, unreturned(msg.sender, token));
        uint256 withheld = burnAmountOf(amount - unburned);
        uint256 nonce = _useNonce();
        _claimOwn(token, amount);
        if (unburned != 0) _removeFresh(token, unburned);
        bool isDr = token == address(DR_TOKEN);
        if (!isDr) _totalKept[token] += withheld;

        emit Claimed(msg.sender, token, proof.epoch, nonce, amount, withheld);

        if (isDr && withheld != 0) DR_TOKEN.burn(withheld);
        IERC20(token).safeTransfer(msg.sender, amount - withheld);
    }

    /// @inheritdoc IWithdrawalVault
    function transferWithin(address token, address to, uint256 amount, Proof calldata proof)
        external
        override
        nonReentrant
    {
        if (to == address(0) || to == msg.sender || ROOT_REGISTRY.isVault(to)) revert RecipientInvalid(to);
        uint256 all = _claimableBy(token, proof);
        if (amount > all) revert ClaimableExceeded(amount, all);
        if (amount < CLAIM_MIN) revert AmountTooSmall(amount, CLAIM_MIN);

        uint256 nonce = _useNonce();
        _spendOwn(token, amount);
        _putIn[to][token].credited += amount.toUint128();
        _totalTransferred[token] += amount;

        emit TransferredWithin(msg.sender, to, token, proof.epoch, nonce, amount);
    }

    /// @inheritdoc IWithdrawalVault
    function recordDeposit(address account, address token, uint256 amount) external override {
        if (msg.sender != DEPOSITOR) revert NotDepositor();
        PutIn storage putIn = _putIn[account][token];
        uint256 before = Math.max(putIn.free, paid(account, token));
        (putIn.credited, putIn.free) = ((putIn.credited + amount).toUint128(), (before + amount).toUint128());
        _totalDeposited[token] += amount;
        _addFresh(token, amount);
        emit DepositRecorded(account, token, amount);
    }

    /// @inheritdoc IWithdrawalVault
    function credited(address account, address token) external view override returns (uint256) {
        return _putIn[account][token].credited;
    }

    /// @inheritdoc IWithdrawalVault
    function free(address account, address token) external view override returns (uint256) {
        return _putIn[account][token].free;
    }

    /// @inheritdoc IWithdrawalVault
    function totalDeposited(address token) external view override returns (uint256) {
        return _totalDeposited[token];
    }

    /// @inheritdoc IWithdrawalVault
    function totalTransferred(address token) external view override returns (uint256) {
        return _totalTransferred[token];
    }

    /// @inheritdoc IWithdrawalVault
    function totalKept(address token) external view override returns (uint256) {
        return _totalKept[token];
    }

    /// @inheritdoc IWithdrawalVault
    function claimable(address account, address token, uint256 earned) public view override returns (uint256) {
        PutIn memory putIn = _putIn[account][token];
        return Math.saturatingSub(Math.max(earned + putIn.credited, putIn.free), paid(account, token));
    }

    /// @inheritdoc IWithdrawalVault
    function unreturned(address account, address token) public view override returns (uint256) {
        return Math.saturatingSub(_putIn[account][token].free, paid(account, token));
    }

    /// @dev What a withdrawal of `amount` burns at least: only what is beyond the caller's unreturned
    /// deposits.
    function _burnMinOf(address token, uint256 amount) internal view returns (uint256) {
        return burnAmountOf(Math.saturatingSub(amount, unreturned(msg.sender, token)));
    }

    function _requirePays(address token) internal view {
        bool isUsdt = token == address(USDT) && INDEX != MINER;
        if (token != address(DR_TOKEN) && !isUsdt) revert TokenNotSupported(token);
    }

    /// @dev What the caller can take out by `proof`, which must be good.
    function _claimableBy(address token, Proof calldata proof) private view returns (uint256) {
        _requirePays(token);
        return claimable(msg.sender, token, ROOT_REGISTRY.granted(address(this), msg.sender, token, proof));
    }
}
